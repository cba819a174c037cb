import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import type { Reminder } from '../../rules/reminder.ts'
import type { StartingSession } from '../reminder-store.ts'
import { memberPath, whereInWords } from './booking.ts'

/** True whenever it is read before the session, however late it was written. */
export const reminderTitle = {
  '24h': 'Your session is within 24 hours',
  '1h': 'Your session is within the hour',
} satisfies Record<Reminder, string>

type Told = { session: StartingSession; reminder: Reminder; company: Company; publicUrl: string }

export function reminderLetter({ session, reminder, company, publicUrl }: Told): Mail {
  const { title, startsAt, member, consultant } = session
  return writeLetter({
    to: member.email,
    subject: `${reminderTitle[reminder]}: ${title}`,
    greeting: greeting(member.firstName),
    paragraphs: [`${reminderTitle[reminder]}. We look forward to seeing you.`],
    facts: [
      ['Session', title],
      ['When', momentInWords(startsAt, member.timeZone)],
      ['With', consultant.displayName],
      ['Where', whereInWords(session)],
    ],
    action: { label: 'Open your session', url: `${publicUrl}${memberPath(session)}` },
    notes: ['You can choose in your profile whether we write to you about sessions.'],
    sender: senderOf(company),
  })
}
