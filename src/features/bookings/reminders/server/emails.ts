import type { Company } from '#features/company/contract.ts'
import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { describePlace, memberBookingPath } from '../../server/emails.ts'
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
    subject: `${PACKAGE_END_TITLE}: ${packageTitle}`,
    paragraphs: [
      `Your package ${packageTitle} has sessions that you have not booked yet. They must begin before it ends.`,
      'Is no time free until then? Choose the session all the same: your package runs longer for it, by itself.',
    ],
    facts: [
      ['Not booked yet', describeSessions(sessions)],
      ['Your package ends', formatTimeWithZone(endsAt, member.timeZone)],
    ],
    action: { label: 'Book a session', url },
    notes: ['You can choose in your profile whether we write to you about sessions.'],
  })
}

/** For example "Initial consultation (10 minutes), 2 × Consultation (20 minutes)". */
export function describeSessions(sessions: UnbookedSession[]): string {
  return sessions
    .map(({ title, minutes, left }) => `${left > 1 ? `${left} × ` : ''}${title} (${minutes} minutes)`)
    .join(', ')
}

/** Says "within", so that it is true however late it is sent before the session. */
export const reminderTitle = {
  '24h': 'Your session is within 24 hours',
  '1h': 'Your session is within the hour',
} satisfies Record<Reminder, string>

type ReminderContext = EmailSite & {
  session: Pick<StartingSession, 'id' | 'title' | 'startsAt' | 'place' | 'displayName'>
  reminder: Reminder
  reader: EmailReader & { timeZone: string }
}

export function reminderEmail({ session, reminder, reader, company, publicUrl }: ReminderContext): Email {
  const { title, startsAt, displayName } = session
  return emailTo(reader, company, {
    subject: `${reminderTitle[reminder]}: ${title}`,
    paragraphs: [`${reminderTitle[reminder]}. We look forward to seeing you.`],
    facts: [
      ['Session', title],
      ['When', formatTimeWithZone(startsAt, reader.timeZone)],
      ['With', displayName],
      ['Where', describePlace(session)],
    ],
    action: { label: 'Open your session', url: `${publicUrl}${memberBookingPath(session)}` },
    notes: ['You can choose in your profile whether we write to you about sessions.'],
  })
}
