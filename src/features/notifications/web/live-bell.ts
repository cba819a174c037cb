import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { subscribe } from '#platform/web/live/subscribe.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import {
  followNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  STREAM_PAGE_SIZE,
} from '../contract.ts'
import { type FirstPage, updateBell, useBell } from './bell-store.ts'

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

/** Keeps the bell current while the page is visible. Without a stream it loads after every failed attempt. */
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

/** @param until creation time of the newest visible notification */
export async function markAllRead(until: string): Promise<void> {
  const result = await attempt(markAllNotificationsRead, { body: { until } })
  if (applyUnread(result)) useBell.setState(({ marked }) => ({ marked: { ...marked, until } }))
}

/** Discards requests already sent, because their response would show an older count. */
function applyUnread(result: Attempt<{ unread: number }>): boolean {
  if (result.state === 'failed') {
    notify.error(result.message)
    return false
  }
  latestRequest += 1
  useBell.setState({ unread: result.value.unread })
  return true
}
