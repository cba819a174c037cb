import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatShortTime, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { memberBookingPath } from '../../server/emails.ts'
import type { StoredBooking } from '../../server/store.ts'

type SlotOfferedContext = EmailSite & {
  booking: StoredBooking
  startsAt: Date
  consultantName: string
  expiresAt: Date
  reader: EmailReader
}

export function slotOfferedEmail(context: SlotOfferedContext): Email {
  const { booking, startsAt, consultantName, expiresAt, reader, company, publicUrl } = context
  const { timeZone } = reader
  return emailTo(reader, company, {
    subject: `An earlier slot is free: ${booking.title}, ${formatShortTime(startsAt, timeZone)}`,
    paragraphs: [
      'A time you asked for is now free, and we’re holding it for you.',
      'If you take it, we’ll move your session. If you don’t, your session stays where it is and you stay on the waitlist.',
    ],
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', formatTimeWithZone(startsAt, timeZone)],
      ['Instead of', formatTimeWithZone(booking.startsAt, timeZone)],
      ['With', consultantName],
      ['Held until', formatTimeWithZone(expiresAt, timeZone)],
    ],
    action: { label: 'Accept or decline', url: `${publicUrl}${memberBookingPath(booking)}` },
  })
}
