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
  news: { text: string; number: number }
  /** Notifications this page has marked as read. Lists loaded earlier do not include these changes. */
  marked: { ids: ReadonlySet<string>; until: string | null }
}

export const useBell = create<Bell>()(() => ({
  unread: 0,
  latest: null,
  readAt: new Date(0),
  problem: null,
  news: { text: '', number: 0 },
  marked: { ids: new Set(), until: null },
}))

/** Applies the latest server state. */
export function updateBell(page: FirstPage): void {
  useBell.setState(({ latest, news }) => {
    const text = announcementOf(findNewNotifications(latest?.items ?? null, page))
    return {
      unread: page.unread,
      latest: page,
      readAt: new Date(),
      problem: null,
      news: text ? { text, number: news.number + 1 } : news,
    }
  })
}

export function isMarkedRead({ id, isRead, createdAt }: Notification, { ids, until }: Bell['marked']): boolean {
  return isRead || ids.has(id) || (until !== null && createdAt <= until)
}

function announcementOf(news: Notification[]): string {
  const [first] = news
  if (!first) return ''
  return news.length === 1 ? `New notification: ${first.title}` : `${news.length} new notifications`
}
