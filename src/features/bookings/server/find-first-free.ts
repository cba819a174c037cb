import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MOST_DAYS } from '../contract.ts'
import { findFreeTimes, type Span } from '../rules/free-times.ts'
import { type Diary, listDiaries } from './availability-store.ts'

export type Search = {
  line: SessionLine
  now: Date
  movingId?: string | undefined
  isNoticeIgnored?: boolean
  /** Working hours count as free whatever lies in them, days off too. */
  isTakenIgnored?: boolean
}

const DAY = 24 * 60 * 60_000

/**
 * Looked for in the first month, because that mostly has it, and only then in all that is left: two readings, however
 * far the horizon. @returns when anybody is free for a session first
 */
export async function findFirstFree(db: Db, search: Search, window: Span): Promise<Date | undefined> {
  if (window.from >= window.until) return undefined
  const month = { from: window.from, until: Math.min(window.from + MOST_DAYS * DAY, window.until) }
  const diaries = await listDiaries(db, { ...search, window: month })
  const first = firstOf(diaries, search, month)
  if (first) return first
  const days = Math.max(0, ...diaries.map(({ availability }) => availability.horizonDays + 1))
  const rest = { from: month.until, until: Math.min(window.until, search.now.getTime() + days * DAY) }
  if (rest.from >= rest.until) return undefined
  return firstOf(await listDiaries(db, { ...search, window: rest }), search, rest)
}

function firstOf(
  diaries: Diary[],
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
    return findFreeTimes(asked, isTakenIgnored ? { sessions: [], busy: [] } : taken, wanted).slice(0, 1)
  })
  return firsts.length > 0 ? new Date(Math.min(...firsts)) : undefined
}
