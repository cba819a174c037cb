import { type EmailReader, type EmailSite, emailTo, turnOffNote } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { newBookingPath } from '../../booking/rules.ts'
import type { StoredBooking } from '../../server/store.ts'
import { DAYS_AFTER_RETURN } from '../contract.ts'

export const SESSION_RETURNED_TITLE = 'Your session is back in your package'

type SessionReturnedContext = EmailSite & {
  booking: StoredBooking
  member: EmailReader
  /** Entered by the administrator who returned the session. */
  reason: string
}

export function sessionReturnedEmail({ booking, member, reason, company, publicUrl }: SessionReturnedContext): Email {
  const { title, minutes, packageTitle } = booking
  return emailTo(member, company, {
    subject: `You can book this session again: ${title}`,
    paragraphs: [
      `Your session “${title}” no longer counts as used, so you can book it again.`,
      `Your package will run for at least ${DAYS_AFTER_RETURN} more days, so you have time to use it.`,
    ],
    facts: [
      ['Session', `${title}, ${minutes} minutes`],
      ['Package', packageTitle],
      ['Why', reason],
    ],
    action: { label: 'Book your session', url: `${publicUrl}${newBookingPath(booking)}` },
    notes: [turnOffNote('emails about sessions', publicUrl)],
  })
}
