import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { listNotifications, readAllNotifications, readNotification } from '../contract.ts'
import { useBell } from './store.ts'

/** So many are shown below the bell. */
const LATEST = 5

let latestRequest = 0

/** Reads what the bell shows. Of several that are under way only the last one counts. */
export async function refreshBell(): Promise<void> {
  latestRequest += 1
  const mine = latestRequest
  const ending = await attempt(listNotifications, { query: { limit: LATEST } })
  if (mine !== latestRequest) return
  if (ending.state === 'failed') return useBell.setState({ problem: ending.message })
  const { items, unread } = ending.value
  useBell.setState({ latest: items, unread, readAt: new Date(), problem: null })
}

export async function markRead(notificationId: string): Promise<void> {
  const ending = await attempt(readNotification, { params: { notificationId } })
  if (!keepUnread(ending)) return
  useBell.setState(({ marked }) => ({ marked: { ...marked, ids: new Set([...marked.ids, notificationId]) } }))
}

/** @param until when the newest one that the person can see was told */
export async function markAllRead(until: string): Promise<void> {
  const ending = await attempt(readAllNotifications, { body: { until } })
  if (keepUnread(ending)) useBell.setState(({ marked }) => ({ marked: { ...marked, until } }))
}

/** What was asked before tells an older number. */
function keepUnread(ending: Attempt<{ unread: number }>): boolean {
  if (ending.state === 'failed') {
    notify.error(ending.message)
    return false
  }
  latestRequest += 1
  useBell.setState({ unread: ending.value.unread })
  return true
}
