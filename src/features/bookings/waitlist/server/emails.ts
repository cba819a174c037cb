import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeInZone, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { memberBookingPath } from '../../server/emails.ts'
import type { StoredBooking } from '../../server/store.ts'

type SlotOfferedContext = EmailSite & {
  booking: StoredBooking
  startsAt: Date
  consultantName: string
  expiresAt: Date
  reader: EmailReader & { timeZone: string }
}

export function slotOfferedEmail(context: SlotOfferedContext): Email {
  const { booking, startsAt, consultantName, expiresAt, reader, company, publicUrl } = context
  const { timeZone } = reader
  return emailTo(reader, company, {
    subject: `An earlier time is free: ${booking.title}, ${formatTimeInZone(startsAt, timeZone)}`,
    paragraphs: [
      `A time that you wished for has become free for your session "${booking.title}". Until ${formatTimeWithZone(expiresAt, timeZone)} it is kept for you alone.`,
      `If you take it, your session moves there from ${formatTimeWithZone(booking.startsAt, timeZone)}. If you do not, it stays as it is booked, and you stay in line.`,
    ],
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', formatTimeWithZone(startsAt, timeZone)],
      ['With', consultantName],
    ],
    action: { label: 'Take it or leave it', url: `${publicUrl}${memberBookingPath(booking)}` },
  })
}
