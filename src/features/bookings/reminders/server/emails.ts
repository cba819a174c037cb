import { type EmailReader, type EmailSite, emailTo, turnOffNote } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatShortTime, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { memberBookingPath, placeFacts, safeMeetingUrl } from '../../server/emails.ts'
import type { Reminder } from '../rules.ts'
import type { StartingSession, UnbookedSession } from './store.ts'

export const PACKAGE_END_TITLE = 'Sessions to book before your package ends'

type EndingSessions = EmailSite & {
  sessions: [UnbookedSession, ...UnbookedSession[]]
  member: EmailReader
  /** Path of the booking page. */
  path: string
}

export function packageEndEmail({ sessions, member, company, publicUrl, path }: EndingSessions): Email {
  const { packageTitle, endsAt } = sessions[0]
  return emailTo(member, company, {
    subject: `Sessions left to book: ${packageTitle} ends ${formatShortTime(endsAt, member.timeZone)}`,
    paragraphs: [
      `You still have sessions to book in ${packageTitle}. They have to start before it ends.`,
      'If no times are free before then, book the next free one and we’ll extend your package automatically.',
    ],
    facts: [
      ['Package', packageTitle],
      ['Left to book', describeSessions(sessions)],
      ['Ends', formatTimeWithZone(endsAt, member.timeZone)],
    ],
    action: { label: 'Book a session', url: `${publicUrl}${path}` },
    notes: [turnOffNote('emails about sessions', publicUrl)],
  })
}

/** For example "Initial consultation (10 minutes), 2 × Consultation (20 minutes)". */
export function describeSessions(sessions: UnbookedSession[]): string {
  return sessions
    .map(({ title, minutes, left }) => `${left > 1 ? `${left} × ` : ''}${title} (${minutes} minutes)`)
    .join(', ')
}

/** "Within" is still true if the reminder is sent late. */
export const reminderTitle = {
  '24h': 'Your session starts within 24 hours',
  '1h': 'Your session starts within the hour',
} satisfies Record<Reminder, string>

type ReminderContext = EmailSite & {
  session: Pick<StartingSession, 'id' | 'title' | 'startsAt' | 'place' | 'meetingUrl' | 'displayName'>
  reminder: Reminder
  reader: EmailReader
}

export function reminderEmail({ session, reminder, reader, company, publicUrl }: ReminderContext): Email {
  const { title, startsAt, displayName, place, meetingUrl } = session
  const sessionUrl = `${publicUrl}${memberBookingPath(session)}`
  const joinUrl = reminder === '1h' && place === 'online' ? safeMeetingUrl(meetingUrl) : undefined
  return emailTo(reader, company, {
    subject: `${reminder === '1h' ? 'Starting soon' : 'Reminder'}: ${title}, ${formatShortTime(startsAt, reader.timeZone)}`,
    paragraphs: [`${reminderTitle[reminder]}. We look forward to talking to you.`],
    facts: [
      ['Session', title],
      ['When', formatTimeWithZone(startsAt, reader.timeZone)],
      ['With', displayName],
      ...placeFacts(session),
    ],
    action: joinUrl ? { label: 'Join your session', url: joinUrl } : { label: 'Open your session', url: sessionUrl },
    notes: [
      ...(joinUrl ? [`Everything about your session is here: ${sessionUrl}`] : []),
      turnOffNote('emails about sessions', publicUrl),
    ],
  })
}
