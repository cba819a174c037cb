import { useRef } from 'react'
import { formatAgo } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { useKeepLostFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import type { Notification } from '../contract.ts'
import { isMarkedRead, markRead, useBell } from './live-bell.ts'

type NotificationListProps = {
  notifications: Notification[]
  /** Reference time for "5 minutes ago". */
  now: Date
  /** Adds a button to mark each notification as read without opening it. */
  hasButtons?: boolean
}

/** Newest first. Following a link marks its notification as read. */
export function NotificationList({ notifications, now, hasButtons = false }: NotificationListProps) {
  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} now={now} hasButton={hasButtons} />
      ))}
    </ul>
  )
}

type RowProps = { notification: Notification; now: Date; hasButton: boolean }

function NotificationRow({ notification, now, hasButton }: RowProps) {
  const { id, title, text, path, createdAt } = notification
  const isRead = useBell(({ marked }) => isMarkedRead(notification, marked))
  const row = useRef<HTMLLIElement>(null)
  // Only the button disappears after use. If there is no button, there is no focus to move.
  useKeepLostFocus(row, isRead && hasButton ? 'read' : undefined)
  return (
    <li ref={row} tabIndex={-1} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 outline-none">
      <span
        aria-hidden="true"
        className={classNames('mt-2 size-2.5 shrink-0 rounded-full', isRead ? 'bg-line' : 'bg-primary-ink')}
      />
      <div className="min-w-0 flex-1 basis-48">
        <p className={isRead ? 'font-medium' : 'font-semibold'}>
          {isRead ? null : <span className="sr-only">Unread: </span>}
          <Link to={path} className="link wrap-anywhere" onClick={isRead ? undefined : () => void markRead(id)}>
            {title}
          </Link>
        </p>
        <p className="wrap-anywhere">{text}</p>
        <p className="text-sm text-muted">{formatAgo(createdAt, now)}</p>
      </div>
      {hasButton && !isRead ? (
        <Button variant="quiet" size="small" className="max-sm:ml-6.5" onClick={() => void markRead(id)}>
          Mark as read<span className="sr-only">: {title}</span>
        </Button>
      ) : null}
    </li>
  )
}
