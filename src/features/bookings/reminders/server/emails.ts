import type { Company } from '#features/company/contract.ts'
import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatShortTime, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { memberBookingPath, placeFacts } from '../../server/emails.ts'
import type { Reminder } from '../rules.ts'
import type { StartingSession, UnbookedSession } from './store.ts'

export const PACKAGE_END_TITLE = 'Sessions to book before your package ends'

type EndingSessions = {
  sessions: [UnbookedSession, ...UnbookedSession[]]
  member: EmailReader & { timeZone: string }
  company: Company
  /** Address of the booking page. */
  url: string
}

export function packageEndEmail({ sessions, member, company, url }: EndingSessions): Email {
  const { packageTitle, endsAt } = sessions[0]
  return emailTo(member, company, {
    subject: `Sessions left to book: ${packageTitle} ends ${formatShortTime(endsAt, member.timeZone)}`,
    paragraphs: [
      `You still have sessions to book in ${packageTitle}. They have to start before it ends.`,
      'If no times are free before then, book the next free one and we’ll extend your package automatically.',
    ],
    facts: [
      ['Left to book', describeSessions(sessions)],
      ['Your package ends', formatTimeWithZone(endsAt, member.timeZone)],
    ],
    action: { label: 'Book a session', url },
    notes: ['You can turn off emails about sessions in your profile.'],
  })
}

/** For example "Initial consultation (10 minutes), 2 × Consultation (20 minutes)". */
export function describeSessions(sessions: UnbookedSession[]): string {
  return sessions
    .map(({ title, minutes, left }) => `${left > 1 ? `${left} × ` : ''}${title} (${minutes} minutes)`)
    .join(', ')
}

/** "Within" stays true if the reminder is sent late. */
export const reminderTitle = {
  '24h': 'Your session starts within 24 hours',
  '1h': 'Your session starts within the hour',
} satisfies Record<Reminder, string>

type ReminderContext = EmailSite & {
  session: Pick<StartingSession, 'id' | 'title' | 'startsAt' | 'place' | 'meetingUrl' | 'displayName'>
  reminder: Reminder
  reader: EmailReader & { timeZone: string }
}

export function reminderEmail({ session, reminder, reader, company, publicUrl }: ReminderContext): Email {
  const { title, startsAt, displayName } = session
  return emailTo(reader, company, {
    subject: `${reminder === '1h' ? 'Starting soon' : 'Reminder'}: ${title}, ${formatShortTime(startsAt, reader.timeZone)}`,
    paragraphs: [`${reminderTitle[reminder]}. We look forward to talking to you.`],
    facts: [
      ['Session', title],
      ['When', formatTimeWithZone(startsAt, reader.timeZone)],
      ['With', displayName],
      ...placeFacts(session),
    ],
    action: { label: 'Open your session', url: `${publicUrl}${memberBookingPath(session)}` },
    notes: ['You can turn off emails about sessions in your profile.'],
  })
}
