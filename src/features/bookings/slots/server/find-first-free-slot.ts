import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { MAX_DAYS } from '../contract.ts'
import { findFreeSlots, type Span } from '../rules/free-slots.ts'
import { listSchedules, type Schedule } from './store.ts'

export type Search = {
  line: SessionLine
  now: Date
  movingId?: string | undefined
  isNoticeIgnored?: boolean
  /** Counts all working hours as free, including days off. */
  isTakenIgnored?: boolean
}

/**
 * Searches the first month, which usually has a slot, and then the rest of the horizon. This needs at most two queries.
 * @returns the first free start time
 */
export async function findFirstFreeSlot(db: Db, search: Search, window: Span): Promise<Date | undefined> {
  if (window.from >= window.until) return undefined
  const month = { from: window.from, until: Math.min(window.from + MAX_DAYS * DAY_MS, window.until) }
  const diaries = await listSchedules(db, { ...search, window: month })
  const first = firstOf(diaries, search, month)
  if (first) return first
  const days = Math.max(0, ...diaries.map(({ availability }) => availability.horizonDays + 1))
  const rest = { from: month.until, until: Math.min(window.until, search.now.getTime() + days * DAY_MS) }
  if (rest.from >= rest.until) return undefined
  return firstOf(await listSchedules(db, { ...search, window: rest }), search, rest)
}

function firstOf(
  diaries: Schedule[],
  { line, now, isNoticeIgnored, isTakenIgnored }: Search,
  window: Span,
): Date | undefined {
  const wanted = { minutes: line.minutes, window, now: now.getTime() }
  const firsts = diaries.flatMap(({ availability, taken }) => {
    const asked = {
      ...availability,
      ...(isNoticeIgnored && { minimumNoticeMinutes: 0 }),
      ...(isTakenIgnored && { daysOff: [] }),
    }
    return findFreeSlots(asked, isTakenIgnored ? { sessions: [], busy: [] } : taken, wanted).slice(0, 1)
  })
  return firsts.length > 0 ? new Date(Math.min(...firsts)) : undefined
}
