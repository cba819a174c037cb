import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { follow } from '#platform/web/follow.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import {
  FOLLOWED,
  followNotifications,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '../contract.ts'
import { type FirstPage, showBell, useBell } from './store.ts'

let latestRequest = 0

/** Reads what the bell shows where no stream tells it. Of several that are under way only the last one counts. */
async function askBell(): Promise<void> {
  latestRequest += 1
  const mine = latestRequest
  const ending = await attempt(listNotifications, { query: { limit: FOLLOWED } })
  if (mine !== latestRequest) return
  if (ending.state === 'failed') return useBell.setState({ problem: ending.message })
  showBell(ending.value)
}

/** The bell is right while somebody looks at the page. Without a stream it asks, each time that one is not to be had. */
export function followBell(): () => void {
  const onEvent = (page: FirstPage) => {
    latestRequest += 1
    showBell(page)
  }
  return follow(followNotifications, { onEvent, onProblem: () => void askBell() })
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
