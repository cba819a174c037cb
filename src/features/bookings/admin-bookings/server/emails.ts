import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { newBookingPath } from '../../booking/rules.ts'
import type { StoredBooking } from '../../server/store.ts'
import { DAYS_AFTER_RETURN } from '../contract.ts'

export const SESSION_RETURNED_TITLE = 'A session was given back to you'

type SessionReturnedContext = EmailSite & {
  booking: StoredBooking
  member: EmailReader
  /** Entered by the administrator who returned the session. */
  reason: string
}

export function sessionReturnedEmail({ booking, member, reason, company, publicUrl }: SessionReturnedContext): Email {
  const { title, packageTitle } = booking
  return emailTo(member, company, {
    subject: `${SESSION_RETURNED_TITLE}: ${title}`,
    paragraphs: [
      `Your session "${title}" does not count as used any more: you can book it again.`,
      `Your package runs for at least ${DAYS_AFTER_RETURN} more days from today, so that you have time for it.`,
    ],
    facts: [
      ['Package', packageTitle],
      ['Why', reason],
    ],
    action: { label: 'Book the session', url: `${publicUrl}${newBookingPath(booking)}` },
  })
}
