import { create } from 'zustand'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { subscribe } from '#platform/web/live/subscribe.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import {
  followNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  STREAM_PAGE_SIZE,
} from '../contract.ts'
import { findNewNotifications } from '../rules.ts'

type FirstPage = ResponseOf<typeof listNotifications>

type Bell = {
  unread: number
  /** The current first page. Null until it is loaded. */
  latest: FirstPage | null
  /** Reference time for "5 minutes ago". */
  readAt: Date
  /** Error message if loading failed. */
  problem: string | null
  /** Announces new notifications to screen readers. The number changes so that a repeated message is read out again. */
  announcement: { text: string; number: number }
  /** Notifications that this page has marked as read. Lists loaded earlier do not include these changes. */
  marked: { ids: ReadonlySet<string>; until: string | null }
}

export const useBell = create<Bell>()(() => ({
  unread: 0,
  latest: null,
  readAt: new Date(0),
  problem: null,
  announcement: { text: '', number: 0 },
  marked: { ids: new Set(), until: null },
}))

/** Applies the latest server state. */
export function updateBell(page: FirstPage): void {
  useBell.setState(({ latest, announcement }) => {
    const text = formatAnnouncement(findNewNotifications(latest?.items ?? null, page))
    return {
      unread: page.unread,
      latest: page,
      readAt: new Date(),
      problem: null,
      announcement: text ? { text, number: announcement.number + 1 } : announcement,
    }
  })
}

export function isMarkedRead({ id, isRead, createdAt }: Notification, { ids, until }: Bell['marked']): boolean {
  return isRead || ids.has(id) || (until !== null && createdAt <= until)
}

function formatAnnouncement(notifications: Notification[]): string {
  const [first] = notifications
  if (!first) return ''
  return notifications.length === 1 ? `New notification: ${first.title}` : `${notifications.length} new notifications`
}

let latestRequest = 0

/** Loads the bell if there is no stream. Ignores the responses to all but the latest request. */
async function refreshBell(): Promise<void> {
  latestRequest += 1
  const thisRequest = latestRequest
  const result = await attempt(listNotifications, { query: { limit: STREAM_PAGE_SIZE } })
  if (thisRequest !== latestRequest) return
  if (result.state === 'failed') return useBell.setState({ problem: result.message })
  updateBell(result.value)
}

/**
 * Keeps the bell up to date while the page is visible. If there is no stream, loads the bell after every failed
 * attempt.
 */
export function followBell(): () => void {
  const onEvent = (page: FirstPage) => {
    latestRequest += 1
    updateBell(page)
  }
  return subscribe(followNotifications, { onEvent, onProblem: () => void refreshBell() })
}

export async function markRead(notificationId: string): Promise<void> {
  const result = await attempt(markNotificationRead, { params: { notificationId } })
  if (!applyUnread(result)) return
  useBell.setState(({ marked }) => ({ marked: { ...marked, ids: new Set([...marked.ids, notificationId]) } }))
}

/** @param until the time at which the newest visible notification was created */
export async function markAllRead(until: string): Promise<void> {
  const result = await attempt(markAllNotificationsRead, { body: { until } })
  if (applyUnread(result)) useBell.setState(({ marked }) => ({ marked: { ...marked, until } }))
}

/** Discards responses to requests already sent, because they would show an older count. */
function applyUnread(result: Attempt<{ unread: number }>): boolean {
  if (result.state === 'failed') {
    notify.error(result.message)
    return false
  }
  latestRequest += 1
  useBell.setState({ unread: result.value.unread })
  return true
}
