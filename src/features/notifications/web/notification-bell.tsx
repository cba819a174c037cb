import { Bell } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeepLostFocus } from '#platform/web/ui/focus.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { followBell, markAllRead, useBell } from './live-bell.ts'
import { NotificationList } from './notification-list.tsx'

/** The badge has room for two digits. */
const MAX_BADGE_COUNT = 99

/** Notifications in the bell's panel. */
const LATEST_COUNT = 5

/** SPEC §2: the bell in the top bar, with a badge and a panel that shows the latest notifications. */
export function NotificationBell() {
  useEffect(followBell, [])
  const unread = useBell((bell) => bell.unread)
  const panel = useRef<HTMLElement>(null)
  const panelId = useId()
  return (
    <>
      <button
        type="button"
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        popoverTarget={panelId}
        className="relative grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-full hover:bg-ground"
      >
        <Bell aria-hidden="true" className="size-6" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs leading-none font-semibold text-surface"
          >
            {unread > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : unread}
          </span>
        ) : null}
      </button>
      <Announcement />
      <BellPanel id={panelId} panel={panel} />
    </>
  )
}

/** Announces new notifications politely to screen readers. Nothing moves on the page. */
function Announcement() {
  const { text, number } = useBell((bell) => bell.announcement)
  return (
    <div aria-live="polite" className="sr-only">
      <span key={number}>{text}</span>
    </div>
  )
}

function BellPanel({ id, panel }: { id: string; panel: RefObject<HTMLElement | null> }) {
  const close = () => panel.current?.hidePopover?.()
  const closeOnChoice = ({ target }: MouseEvent) => ((target as Element).closest('a') ? close() : undefined)
  // A popover does not trap focus, so close it when focus leaves.
  const closeOnLeaving = ({ relatedTarget }: FocusEvent) =>
    relatedTarget && !panel.current?.contains(relatedTarget) ? close() : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only watches its links, which keys press too
    <section
      ref={panel}
      id={id}
      popover="auto"
      tabIndex={-1}
      aria-label="Notifications"
      onClick={closeOnChoice}
      onBlur={closeOnLeaving}
      className="fixed inset-auto top-20 right-4 m-0 max-h-[calc(100dvh-6rem)] w-[min(26rem,calc(100vw-2rem))] flex-col overflow-y-auto overscroll-contain rounded-md border border-line bg-surface p-5 text-ink shadow-raised open:flex"
    >
      <h2 className="text-lg">Notifications</h2>
      <LatestNotifications panel={panel} />
      <Link to="/portal/notifications" className="link link-alone mt-2 self-start">
        See all notifications
      </Link>
    </section>
  )
}

function LatestNotifications({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const { latest, unread, readAt, problem } = useBell()
  useKeepLostFocus(panel, unread > 0 ? 'unread' : 'read')
  if (latest === null) return problem ? <Alert tone="error">{problem}</Alert> : <Spinner label="Loading" />
  const [newest] = latest.items
  if (!newest) return <p className="py-3 text-muted">No notifications yet.</p>
  return (
    <>
      {unread > 0 ? (
        <Button
          variant="quiet"
          size="small"
          className="mt-3 shrink-0 self-start"
          onClick={() => void markAllRead(newest.createdAt)}
        >
          Mark all as read
        </Button>
      ) : (
        <p className="mt-1 text-sm text-muted">You’re all caught up.</p>
      )}
      {/* Only the list scrolls, so the actions above and below stay visible. */}
      <div className="min-h-32 overflow-y-auto overscroll-contain">
        <NotificationList notifications={latest.items.slice(0, LATEST_COUNT)} now={readAt} />
      </div>
    </>
  )
}
