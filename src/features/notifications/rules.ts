import type { Notification } from './contract.ts'

/** A first page of what the bell tells, newest first. */
type FirstPage = { items: Notification[]; nextCursor: string | null; unread: number }

/** What was told since the page that was known, and is not read. Nothing where none was known: all of it would be new. */
export function newsSince(known: Notification[] | null, { items }: FirstPage): Notification[] {
  if (known === null) return []
  const [newest] = known
  const ids = new Set(known.map(({ id }) => id))
  return items.filter(
    ({ id, isRead, createdAt }) => !isRead && !ids.has(id) && (!newest || createdAt >= newest.createdAt),
  )
}

/** A list that is shown, with the first page as it is now above what is older than that page. */
export function joinFirstPage({ items, nextCursor, unread }: FirstPage, shown: Notification[]): Notification[] {
  const last = items.at(-1)
  if (!last || nextCursor === null) return items
  const ids = new Set(items.map(({ id }) => id))
  const older = shown.filter(({ id, createdAt }) => !ids.has(id) && createdAt <= last.createdAt)
  const areRead = items.filter(({ isRead }) => !isRead).length === unread
  return [...items, ...(areRead ? older.map((notification) => ({ ...notification, isRead: true })) : older)]
}

/** Whether more was told since than a page holds: what lies between the two is in neither of them. */
export function isBeyond({ items, nextCursor }: FirstPage, [newestShown]: Notification[]): boolean {
  const last = items.at(-1)
  return (
    nextCursor !== null && last !== undefined && newestShown !== undefined && newestShown.createdAt < last.createdAt
  )
}
