import { useRef } from 'react'
import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepLostFocus } from '#platform/web/ui/focus.ts'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { listNotifications } from '../contract.ts'
import { hasGap, joinFirstPage } from '../rules.ts'
import { markAllRead, updateBell, useBell } from './live-bell.ts'
import { NotificationList } from './notification-list.tsx'

export const meta = privateMeta('Notifications')

export const clientLoader = pageLoader(async () => {
  const first = await fetchPage()
  updateBell(first)
  return { first }
})

function fetchPage(cursor?: string) {
  return load(listNotifications, { query: { cursor } })
}

/** PRODUCT D13: lists all notifications, read and unread. */
export default function NotificationsPage() {
  const { first } = useLoaderData<typeof clientLoader>()
  const { latest, readAt } = useBell()
  const current = latest ?? first
  const list = useLoadMore(hasGap(current, first.items) ? current : first, fetchPage)
  const notifications = joinFirstPage(current, list.items)
  const [newest] = notifications
  if (!newest) {
    return (
      <Card>
        <p className="text-lg font-semibold">No notifications yet</p>
        <p className="mt-1 max-w-prose text-muted">
          We’ll let you know here, and on the bell above, when something happens with your packages, sessions and
          reports.
        </p>
      </Card>
    )
  }
  return (
    <>
      <Summary newestAt={newest.createdAt} />
      <Card>
        <div className="-my-4">
          <NotificationList notifications={notifications} now={readAt} hasButtons />
        </div>
      </Card>
      <LoadMore list={list} />
    </>
  )
}

function Summary({ newestAt }: { newestAt: string }) {
  const unread = useBell((bell) => bell.unread)
  const summary = useRef<HTMLParagraphElement>(null)
  useKeepLostFocus(summary, unread > 0 ? 'unread' : 'read')
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p ref={summary} tabIndex={-1} className="text-lg text-muted outline-none">
        {unread > 0 ? `${unread} unread` : 'You’re all caught up.'}
      </p>
      {unread > 0 ? (
        <Button variant="quiet" size="small" onClick={() => void markAllRead(newestAt)}>
          Mark all as read
        </Button>
      ) : null}
    </div>
  )
}
