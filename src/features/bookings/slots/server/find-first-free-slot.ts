import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { MAX_DAYS } from '../contract.ts'
import type { Span } from '../rules/buffer.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { listSchedules, type Schedule } from './store.ts'

export type Search = {
  line: SessionLine
  now: Date
  movingId?: string | undefined
  isNoticeIgnored?: boolean
  /** Counts all working hours as free, even on days off. */
  areBookingsIgnored?: boolean
}

/**
 * Searches the first month, which usually has a free slot, and then the rest of the horizon. This needs at most two
 * queries.
 * @returns the first free start time
 */
export async function findFirstFreeSlot(db: Db, search: Search, window: Span): Promise<Date | undefined> {
  if (window.from >= window.until) return undefined
  const month = { from: window.from, until: Math.min(window.from + MAX_DAYS * DAY_MS, window.until) }
  const schedules = await listSchedules(db, { ...search, window: month })
  const first = findFirst(schedules, search, month)
  if (first) return first
  const days = Math.max(0, ...schedules.map(({ availability }) => availability.horizonDays + 1))
  const remainder = { from: month.until, until: Math.min(window.until, search.now.getTime() + days * DAY_MS) }
  if (remainder.from >= remainder.until) return undefined
  return findFirst(await listSchedules(db, { ...search, window: remainder }), search, remainder)
}

function findFirst(
  schedules: Schedule[],
  { line, now, isNoticeIgnored, areBookingsIgnored }: Search,
  window: Span,
): Date | undefined {
  const slotSearch = { minutes: line.minutes, window, now: now.getTime() }
  const firstStarts = schedules.flatMap(({ availability, commitments }) => {
    const searched = {
      ...availability,
      ...(isNoticeIgnored && { minimumNoticeMinutes: 0 }),
      ...(areBookingsIgnored && { daysOff: [] }),
    }
    const searchedCommitments = areBookingsIgnored ? { sessions: [], busy: [] } : commitments
    return findFreeSlots(searched, searchedCommitments, slotSearch).slice(0, 1)
  })
  return firstStarts.length > 0 ? new Date(Math.min(...firstStarts)) : undefined
}
