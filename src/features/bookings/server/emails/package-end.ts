import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import type { UnbookedSession } from '../warning-store.ts'

export const WARNING_TITLE = 'Sessions to book before your package ends'

type Told = {
  sessions: [UnbookedSession, ...UnbookedSession[]]
  member: { firstName: string; email: string; timeZone: string }
  company: Company
  /** Where they are booked. */
  url: string
}

export function packageEndLetter({ sessions, member, company, url }: Told): Mail {
  const { packageTitle, endsAt } = sessions[0]
  return writeLetter({
    to: member.email,
    subject: `${WARNING_TITLE}: ${packageTitle}`,
    greeting: greeting(member.firstName),
    paragraphs: [
      `Your package ${packageTitle} has sessions that you have not booked yet. They must begin before it ends.`,
      'Is no time free until then? Choose the session all the same: your package runs longer for it, by itself.',
    ],
    facts: [
      ['Not booked yet', sessionsInWords(sessions)],
      ['Your package ends', momentInWords(endsAt, member.timeZone)],
    ],
    action: { label: 'Book a session', url },
    notes: ['You can choose in your profile whether we write to you about sessions.'],
    sender: senderOf(company),
  })
}

/** "Initial consultation (10 minutes), 2 × Consultation (20 minutes)" */
export function sessionsInWords(sessions: UnbookedSession[]): string {
  return sessions
    .map(({ title, minutes, left }) => `${left > 1 ? `${left} × ` : ''}${title} (${minutes} minutes)`)
    .join(', ')
}
