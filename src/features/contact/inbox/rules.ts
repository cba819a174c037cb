import { addSpan } from '#platform/shared/calendar.ts'
import { DAYS_TO_ANSWER_COMPLAINT } from '../form/rules.ts'
import type { MessageKind, MessageState } from './contract.ts'

/**
 * As promised in the Privacy Policy: messages for twelve months, complaints and cancellations for as long as a court may
 * ask about them.
 */
export const retention = {
  contact: { months: 12 },
  complaint: { months: 72 },
  cancellation: { months: 72 },
  spam: { months: 3 },
} satisfies Record<MessageKind | 'spam', { months: number }>

/**
 * These outlive the writer's account, because a court may ask about them for six years (Limitation Act 1980 s. 5;
 * UK GDPR art. 17(3)(e)).
 */
export function isKeptAfterErasure({ kind, isSpam }: { kind: MessageKind; isSpam: boolean }): boolean {
  return kind !== 'contact' && !isSpam
}

export const kindLabels = {
  contact: 'Message',
  complaint: 'Complaint',
  cancellation: 'Cancellation',
} satisfies Record<MessageKind, string>

export const stateLabels = {
  new: 'New',
  'in-progress': 'In progress',
  answered: 'Answered',
  closed: 'Closed',
} satisfies Record<MessageState, string>

type RetainedMessage = { kind: MessageKind; isSpam: boolean; receivedAt: Date }

/** @returns when a message is deleted automatically, with its replies and notes */
export function keptUntil({ kind, isSpam, receivedAt }: RetainedMessage): Date {
  return addSpan(receivedAt, retention[isSpam ? 'spam' : kind])
}

/** @returns the deadline for answering a complaint, or null if no answer is due */
export function answerDue({ kind, isSpam, receivedAt, state }: RetainedMessage & { state: MessageState }): Date | null {
  const isWaiting = kind === 'complaint' && !isSpam && (state === 'new' || state === 'in-progress')
  return isWaiting ? addSpan(receivedAt, { days: DAYS_TO_ANSWER_COMPLAINT }) : null
}
