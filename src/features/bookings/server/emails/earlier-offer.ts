import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { momentInWords, timeInWords } from '#platform/shared/local-time.ts'
import type { StoredBooking } from '../booking-store.ts'
import { memberPath } from './booking.ts'

type Offered = {
  booking: StoredBooking
  startsAt: Date
  consultantName: string
  expiresAt: Date
  reader: { firstName: string; email: string; timeZone: string }
  company: Company
  publicUrl: string
}

export function earlierOfferLetter(offered: Offered): Mail {
  const { booking, startsAt, consultantName, expiresAt, reader, company, publicUrl } = offered
  const { timeZone } = reader
  return writeLetter({
    to: reader.email,
    subject: `An earlier time is free: ${booking.title}, ${timeInWords(startsAt, timeZone)}`,
    greeting: greeting(reader.firstName),
    paragraphs: [
      `A time that you wished for has become free for your session "${booking.title}". Until ${momentInWords(expiresAt, timeZone)} it is kept for you alone.`,
      `If you take it, your session moves there from ${momentInWords(booking.startsAt, timeZone)}. If you do not, it stays as it is booked, and you stay in line.`,
    ],
    facts: [
      ['Session', `${booking.title}, ${booking.minutes} minutes`],
      ['Package', booking.packageTitle],
      ['When', momentInWords(startsAt, timeZone)],
      ['With', consultantName],
    ],
    action: { label: 'Take it or leave it', url: `${publicUrl}${memberPath(booking)}` },
    sender: senderOf(company),
  })
}
