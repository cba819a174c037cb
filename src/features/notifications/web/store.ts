import { create } from 'zustand'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { listNotifications, Notification } from '../contract.ts'
import { newsSince } from '../rules.ts'

export type FirstPage = ResponseOf<typeof listNotifications>

type Bell = {
  unread: number
  /** The newest ones as they are now; null until they have been read. */
  latest: FirstPage | null
  /** The moment that "5 minutes ago" is counted from. */
  readAt: Date
  /** Why they could not be read. */
  problem: string | null
  /** What came while this page was open, in words for whoever does not see the number; each time under another one. */
  news: { text: string; number: number }
  /** What this page has marked since it was loaded: lists that it shows already know nothing of it. */
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

/** What the server said last. */
export function showBell(page: FirstPage): void {
  useBell.setState(({ latest, news }) => {
    const text = wordsFor(newsSince(latest?.items ?? null, page))
    return {
      unread: page.unread,
      latest: page,
      readAt: new Date(),
      problem: null,
      news: text ? { text, number: news.number + 1 } : news,
    }
  })
}

export function isMarked({ id, isRead, createdAt }: Notification, { ids, until }: Bell['marked']): boolean {
  return isRead || ids.has(id) || (until !== null && createdAt <= until)
}

function wordsFor(news: Notification[]): string {
  const [first] = news
  if (!first) return ''
  return news.length === 1 ? `New notification: ${first.title}` : `${news.length} new notifications`
}
