import type { Notification } from './contract.ts'

/** The first page of notifications, newest first. */
type FirstPage = { items: Notification[]; nextCursor: string | null; unread: number }

/**
 * Unread notifications newer than those already loaded. Empty before the first load, because otherwise all would count
 * as new.
 */
export function findNewNotifications(knownItems: Notification[] | null, { items }: FirstPage): Notification[] {
  if (knownItems === null) return []
  const [newest] = knownItems
  const ids = new Set(knownItems.map(({ id }) => id))
  return items.filter(
    ({ id, isRead, createdAt }) => !isRead && !ids.has(id) && (!newest || createdAt >= newest.createdAt),
  )
}

/** Replaces the start of the shown list with the current first page and keeps the older items below it. */
export function joinFirstPage({ items, nextCursor, unread }: FirstPage, visible: Notification[]): Notification[] {
  const last = items.at(-1)
  if (!last || nextCursor === null) return items
  const ids = new Set(items.map(({ id }) => id))
  const older = visible.filter(({ id, createdAt }) => !ids.has(id) && createdAt <= last.createdAt)
  const isOlderRead = items.filter(({ isRead }) => !isRead).length === unread
  return [...items, ...(isOlderRead ? older.map((notification) => ({ ...notification, isRead: true })) : older)]
}

/** True if more notifications arrived than fit on one page, so that some would be missing from the list. */
export function hasGap({ items, nextCursor }: FirstPage, [newestShown]: Notification[]): boolean {
  const last = items.at(-1)
  return (
    nextCursor !== null && last !== undefined && newestShown !== undefined && newestShown.createdAt < last.createdAt
  )
}
