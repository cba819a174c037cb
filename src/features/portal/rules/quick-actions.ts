import type { QuickAction } from '../contract.ts'

/** What the other areas know of a member, as far as it asks for something to be done. */
export type Standing = {
  /** Subscriptions whose month is not paid. */
  dueMonths: { subscriptionId: string; packageTitle: string; graceUntil: string | null }[]
  /** What waits for an answer, the longest first. */
  forApproval: { id: string; name: string }[]
  unreadMessages: number
  canBook: boolean
  /** Booked or held, ever. */
  sessions: number
  /** Null where it is confirmed. */
  unconfirmedEmail: string | null
  /** In percent. */
  profileCompletion: number
}

/** SPEC §2: what this member could do next. What costs them something stands first, what can wait stands last. */
export function quickActions(standing: Standing): QuickAction[] {
  const { dueMonths, forApproval, unreadMessages, canBook, sessions, unconfirmedEmail, profileCompletion } = standing
  const actions: QuickAction[] = dueMonths.map((month) => ({ kind: 'pay-month', ...month }))
  const [first, ...others] = forApproval
  if (first) actions.push({ kind: 'approve', itemId: first.id, name: first.name, hasOthers: others.length > 0 })
  if (unreadMessages > 0) actions.push({ kind: 'read-messages', unread: unreadMessages })
  if (canBook) actions.push({ kind: 'book', isFirst: sessions === 0 })
  if (unconfirmedEmail !== null) actions.push({ kind: 'confirm-email', email: unconfirmedEmail })
  if (profileCompletion < 100) actions.push({ kind: 'complete-profile' })
  return actions
}
