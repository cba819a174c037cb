import { addSpan } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** The minimum time between two emails to the company, so that several short messages lead to only one. */
const NOTIFY_INTERVAL_MS = 15 * MINUTE_MS

/** As promised in the Privacy Policy. */
const MESSAGE_RETENTION = { months: 36 }

/** A mail server may redeliver an email, but only within a few days. */
const MESSAGE_ID_RETENTION = { days: 90 }

type ConversationStatus = { waitingSince: Date | null; lastMessageAt: Date }

/** Later than any real time, but still a four-digit year. */
const FAR_FUTURE = Date.UTC(4000, 0, 1)

/**
 * The ascending sort key for the company's list. Members waiting for an answer come first, starting with the longest
 * wait, and then everyone else, newest first.
 */
export function conversationSortTime({ waitingSince, lastMessageAt }: ConversationStatus): Date {
  return waitingSince ?? new Date(FAR_FUTURE - lastMessageAt.getTime())
}

/** Whether to email the company about a conversation now. @param lastNotifiedAt the last such email */
export function mayNotifyCompany(lastNotifiedAt: Date | null, now: Date): boolean {
  return lastNotifiedAt === null || lastNotifiedAt <= notificationCutoff(now)
}

/**
 * Returns the cutoff. If the last email about a conversation is no later than this, the company may be emailed about it
 * again.
 */
export function notificationCutoff(now: Date): Date {
  return new Date(now.getTime() - NOTIFY_INTERVAL_MS)
}

/**
 * Gives every message a unique time, even if the clock stops or goes back, so that messages keep the order in which
 * people saw them.
 */
export function nextMessageTime(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1))
}

export function messageRetentionCutoff(now: Date): Date {
  return addSpan(now, { months: -MESSAGE_RETENTION.months })
}

export function messageIdRetentionCutoff(now: Date): Date {
  return addSpan(now, { days: -MESSAGE_ID_RETENTION.days })
}
