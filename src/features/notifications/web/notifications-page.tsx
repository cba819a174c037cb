import { useRef } from 'react'
import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepLostFocus } from '#platform/web/ui/keep-focus.ts'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listNotifications } from '../contract.ts'
import { isBeyond, joinFirstPage } from '../rules.ts'
import { NotificationsList } from './notifications-list.tsx'
import { markAllRead } from './queries.ts'
import { showBell, useBell } from './store.ts'

export function meta() {
  return [{ title: 'Notifications' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const first = await fetchPage()
  showBell(first)
  return { first }
}
clientLoader.hydrate = true as const

async function fetchPage(cursor?: string) {
  const answer = await call(listNotifications, { query: { cursor } })
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** PRODUCT D13: all that the bell told, read and unread. */
export default function NotificationsPage() {
  const { first } = useLoaderData<typeof clientLoader>()
  const { latest, readAt } = useBell()
  const now = latest ?? first
  const list = useMore(isBeyond(now, first.items) ? now : first, fetchPage)
  const notifications = joinFirstPage(now, list.items)
  const [newest] = notifications
  if (!newest) {
    return (
      <Card>
        <p className="text-lg font-semibold">You have no notifications yet</p>
        <p className="mt-1 max-w-prose text-muted">
          What happens to your packages, sessions and reports is told here, and by the bell above.
        </p>
      </Card>
    )
  }
  return (
    <>
      <Summary newestAt={newest.createdAt} />
      <Card>
        <div className="-my-4">
          <NotificationsList notifications={notifications} now={readAt} hasButtons />
        </div>
      </Card>
      <LoadMore list={list} />
    </>
  )
}

function Summary({ newestAt }: { newestAt: string }) {
  const unread = useBell((bell) => bell.unread)
  const words = useRef<HTMLParagraphElement>(null)
  useKeepLostFocus(words, unread > 0 ? 'unread' : 'read')
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p ref={words} tabIndex={-1} className="text-lg text-muted outline-none">
        {unread > 0 ? `${unread} unread` : 'You have read everything.'}
      </p>
      {unread > 0 ? (
        <Button variant="quiet" size="small" onClick={() => void markAllRead(newestAt)}>
          Mark all as read
        </Button>
      ) : null}
    </div>
  )
}
