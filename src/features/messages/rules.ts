import { addSpan } from '#platform/shared/calendar.ts'
import type { MessageState } from './contract/inbox.ts'
import type { ComplaintTopic } from './contract.ts'

/** Nobody reads a form, types three fields and sends them in less. In milliseconds. */
export const SHORTEST_WRITING = 3_000

/** PRODUCT: every complaint is answered within this many days; the law asks for an acknowledgement in the same time. */
export const DAYS_TO_ANSWER_COMPLAINT = 30

export const topicWords = {
  service: 'A service or a consultant',
  refund: 'A payment or a refund',
  'data-protection': 'How my personal data was handled',
  accessibility: 'I could not use the site',
  other: 'Something else',
} satisfies Record<ComplaintTopic, string>

/** What is known of the form that a message came from. A program that speaks to the API may have none. */
export type FormOrigin = { state: 'none' } | { state: 'forged' } | { state: 'opened'; at: Date }

export type SpamReason = 'trap-filled' | 'too-fast' | 'form-forged'

/** What the Privacy Policy promises: messages for twelve months, complaints as long as a court may ask about them. */
export const keptFor = {
  contact: { months: 12 },
  complaint: { months: 72 },
  spam: { months: 3 },
} satisfies Record<'contact' | 'complaint' | 'spam', { months: number }>

/**
 * A complaint outlives the account of whoever made it: a court may ask about it for six years (Limitation Act 1980
 * s. 5; UK GDPR art. 17(3)(e)).
 */
export function isKeptAfterLeaving({ kind, isSpam }: { kind: 'contact' | 'complaint'; isSpam: boolean }): boolean {
  return kind === 'complaint' && !isSpam
}

type Clues = { trap: string | undefined; origin: FormOrigin; now: Date }

/** Why a message is taken for spam, or null. Words are not judged: people write about everything. */
export function spamReasonOf({ trap, origin, now }: Clues): SpamReason | null {
  if (trap?.trim()) return 'trap-filled'
  if (origin.state === 'forged') return 'form-forged'
  if (origin.state === 'opened' && now.getTime() - origin.at.getTime() < SHORTEST_WRITING) return 'too-fast'
  return null
}

export const stateWords = {
  new: 'New',
  'in-progress': 'In progress',
  answered: 'Answered',
  closed: 'Closed',
} satisfies Record<MessageState, string>

type Kept = { kind: 'contact' | 'complaint'; isSpam: boolean; receivedAt: Date }

/** When a message is deleted by itself, with all that staff wrote about it. */
export function keptUntil({ kind, isSpam, receivedAt }: Kept): Date {
  return addSpan(receivedAt, keptFor[isSpam ? 'spam' : kind])
}

/** The last moment for the answer to a complaint, while it waits for one. */
export function answerDue({ kind, isSpam, receivedAt, state }: Kept & { state: MessageState }): Date | null {
  const isWaiting = kind === 'complaint' && !isSpam && (state === 'new' || state === 'in-progress')
  return isWaiting ? addSpan(receivedAt, { days: DAYS_TO_ANSWER_COMPLAINT }) : null
}
