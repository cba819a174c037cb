import type { Notification } from './contract.ts'

/** First page of notifications, newest first. */
type FirstPage = { items: Notification[]; nextCursor: string | null; unread: number }

/** Unread notifications newer than the known page. Empty without a known page, because then all would count as new. */
export function findNewNotifications(known: Notification[] | null, { items }: FirstPage): Notification[] {
  if (known === null) return []
  const [newest] = known
  const ids = new Set(known.map(({ id }) => id))
  return items.filter(
    ({ id, isRead, createdAt }) => !isRead && !ids.has(id) && (!newest || createdAt >= newest.createdAt),
  )
}

/** Replaces the start of the shown list with the current first page and keeps the older items below it. */
export function joinFirstPage({ items, nextCursor, unread }: FirstPage, shown: Notification[]): Notification[] {
  const last = items.at(-1)
  if (!last || nextCursor === null) return items
  const ids = new Set(items.map(({ id }) => id))
  const older = shown.filter(({ id, createdAt }) => !ids.has(id) && createdAt <= last.createdAt)
  const areRead = items.filter(({ isRead }) => !isRead).length === unread
  return [...items, ...(areRead ? older.map((notification) => ({ ...notification, isRead: true })) : older)]
}

/** True if more arrived than one page holds, so that notifications in between would be missing. */
export function hasGap({ items, nextCursor }: FirstPage, [newestShown]: Notification[]): boolean {
  const last = items.at(-1)
  return (
    nextCursor !== null && last !== undefined && newestShown !== undefined && newestShown.createdAt < last.createdAt
  )
}
