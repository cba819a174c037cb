import type { ComplaintTopic } from './contract.ts'

/** In milliseconds. A person needs longer to read a form and fill in three fields. */
export const MIN_WRITING_MS = 3_000

/** Our own deadline for answering. By law, data protection complaints must be acknowledged within 30 days. */
export const DAYS_TO_ANSWER_COMPLAINT = 30

export const topicLabels = {
  service: 'A service or a consultant',
  refund: 'A payment or a refund',
  'data-protection': 'How my personal data was handled',
  accessibility: 'I couldn’t use the site',
  other: 'Something else',
} satisfies Record<ComplaintTopic, string>

/** The result of checking a message's form token. Programs that call the API may send no token. */
export type FormOrigin = { state: 'none' } | { state: 'forged' } | { state: 'opened'; at: Date }

export type SpamReason = 'trap-filled' | 'too-fast' | 'form-forged'

type SpamSignals = { honeypot: string | undefined; origin: FormOrigin; now: Date }

/** @returns why a message counts as spam, or null; the text is not checked, because people write about anything */
export function findSpamReason({ honeypot: trap, origin, now }: SpamSignals): SpamReason | null {
  if (trap?.trim()) return 'trap-filled'
  if (origin.state === 'forged') return 'form-forged'
  if (origin.state === 'opened' && now.getTime() - origin.at.getTime() < MIN_WRITING_MS) return 'too-fast'
  return null
}
