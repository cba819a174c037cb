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

/** Loads the bell if there is no stream. Ignores all answers but that of the latest request. */
async function refreshBell(): Promise<void> {
  latestRequest += 1
  const mine = latestRequest
  const ending = await attempt(listNotifications, { query: { limit: STREAM_PAGE_SIZE } })
  if (mine !== latestRequest) return
  if (ending.state === 'failed') return useBell.setState({ problem: ending.message })
  updateBell(ending.value)
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
  const ending = await attempt(markNotificationRead, { params: { notificationId } })
  if (!applyUnread(ending)) return
  useBell.setState(({ marked }) => ({ marked: { ...marked, ids: new Set([...marked.ids, notificationId]) } }))
}

/** @param until creation time of the newest visible notification */
export async function markAllRead(until: string): Promise<void> {
  const ending = await attempt(markAllNotificationsRead, { body: { until } })
  if (applyUnread(ending)) useBell.setState(({ marked }) => ({ marked: { ...marked, until } }))
}

/** Discards earlier requests, which would bring an older number. */
function applyUnread(ending: Attempt<{ unread: number }>): boolean {
  if (ending.state === 'failed') {
    notify.error(ending.message)
    return false
  }
  latestRequest += 1
  useBell.setState({ unread: ending.value.unread })
  return true
}
