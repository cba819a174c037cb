import { create } from 'zustand'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { listNotifications, Notification } from '../contract.ts'
import { findNewNotifications } from '../rules.ts'

export type FirstPage = ResponseOf<typeof listNotifications>

type Bell = {
  unread: number
  /** Current first page. Null until loaded. */
  latest: FirstPage | null
  /** Reference time for "5 minutes ago". */
  readAt: Date
  /** Error message if loading failed. */
  problem: string | null
  /** Announces new notifications to screen readers. The number changes so that a repeated text is read again. */
  announcement: { text: string; number: number }
  /** Notifications this page has marked as read. Lists loaded earlier do not include these changes. */
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
