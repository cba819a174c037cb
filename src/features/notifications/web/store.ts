import { create } from 'zustand'
import type { Notification } from '../contract.ts'

type Bell = {
  unread: number
  /** The newest ones; null until they have been read. */
  latest: Notification[] | null
  /** The moment that "5 minutes ago" is counted from. */
  readAt: Date
  /** Why they could not be read. */
  problem: string | null
  /** What this page has marked since it was loaded: lists that it shows already know nothing of it. */
  marked: { ids: ReadonlySet<string>; until: string | null }
}

export const useBell = create<Bell>()(() => ({
  unread: 0,
  latest: null,
  readAt: new Date(0),
  problem: null,
  marked: { ids: new Set(), until: null },
}))

export function isMarked({ id, isRead, createdAt }: Notification, { ids, until }: Bell['marked']): boolean {
  return isRead || ids.has(id) || (until !== null && createdAt <= until)
}
