import { addSpan } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'

/** Minimum time between two emails to the company, so that several short messages cause only one. */
const NOTIFY_INTERVAL_MS = 15 * MINUTE_MS

/** As the Privacy Policy promises. */
const MESSAGE_RETENTION = { months: 36 }

/** A mail server redelivers an email within days, if at all. */
const MESSAGE_ID_RETENTION = { days: 90 }

type ConversationStatus = { waitingSince: Date | null; lastMessageAt: Date }

/** Later than any real time, but still a four-digit year. */
const FAR_FUTURE = Date.UTC(4000, 0, 1)

/**
 * Ascending sort key of the company's list. Waiting members come first, the longest wait on top. The others follow,
 * newest first.
 */
export function conversationSortTime({ waitingSince, lastMessageAt }: ConversationStatus): Date {
  return waitingSince ?? new Date(FAR_FUTURE - lastMessageAt.getTime())
}

/** Whether to email the company about a conversation now. @param lastNotifiedAt the last such email */
export function mayNotifyCompany(lastNotifiedAt: Date | null, now: Date): boolean {
  return lastNotifiedAt === null || lastNotifiedAt <= notificationCutoff(now)
}

/** Returns the cutoff: the company may be emailed about a conversation again if the last email is no later. */
export function notificationCutoff(now: Date): Date {
  return new Date(now.getTime() - NOTIFY_INTERVAL_MS)
}

/** Gives every message a unique time, even if the clock stops or goes back, to keep the order people saw. */
export function nextMessageTime(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1))
}

export function messageRetentionCutoff(now: Date): Date {
  return addSpan(now, { months: -MESSAGE_RETENTION.months })
}

export function messageIdRetentionCutoff(now: Date): Date {
  return addSpan(now, { days: -MESSAGE_ID_RETENTION.days })
}
