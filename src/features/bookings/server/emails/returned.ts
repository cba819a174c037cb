import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { DAYS_AFTER_RETURN } from '../../contract/return.ts'
import type { StoredBooking } from '../booking-store.ts'

export const RETURNED_TITLE = 'A session was given back to you'

type Told = {
  booking: StoredBooking
  member: { firstName: string; email: string }
  /** In the words of whoever gave it back. */
  reason: string
  company: Company
  publicUrl: string
}

export function sessionReturnedLetter({ booking, member, reason, company, publicUrl }: Told): Mail {
  const { title, packageTitle, entitlementId, lineKey } = booking
  const address = new URLSearchParams({ entitlement: entitlementId, line: lineKey })
  return writeLetter({
    to: member.email,
    subject: `${RETURNED_TITLE}: ${title}`,
    greeting: greeting(member.firstName),
    paragraphs: [
      `Your session "${title}" does not count as used any more: you can book it again.`,
      `Your package runs for at least ${DAYS_AFTER_RETURN} more days from today, so that you have time for it.`,
    ],
    facts: [
      ['Package', packageTitle],
      ['Why', reason],
    ],
    action: { label: 'Book the session', url: `${publicUrl}/portal/bookings/new?${address}` },
    sender: senderOf(company),
  })
}
