import type { SessionLine } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MOST_DAYS } from '../contract.ts'
import { findFreeTimes, type Span } from '../rules/free-times.ts'
import { listDiaries } from './availability-store.ts'

export type Search = {
  line: SessionLine
  now: Date
  movingId?: string | undefined
  isNoticeIgnored?: boolean
  /** Working hours count as free whatever lies in them, days off too. */
  isTakenIgnored?: boolean
}

const DAY = 24 * 60 * 60_000

/** Looked for month after month, because the first one mostly has it. @returns when anybody is free for a session first */
export async function findFirstFree(db: Db, search: Search, window: Span): Promise<Date | undefined> {
  if (window.from >= window.until) return undefined
  const { line, now, isNoticeIgnored, isTakenIgnored } = search
  const until = Math.min(window.from + MOST_DAYS * DAY, window.until)
  const part = { from: window.from, until }
  const diaries = await listDiaries(db, { ...search, window: part })
  const wanted = { minutes: line.minutes, window: part, now: now.getTime() }
  const firsts = diaries.flatMap(({ availability, taken }) => {
    const asked = {
      ...availability,
      ...(isNoticeIgnored && { minimumNoticeMinutes: 0 }),
      ...(isTakenIgnored && { daysOff: [] }),
    }
    return findFreeTimes(asked, isTakenIgnored ? { sessions: [], busy: [] } : taken, wanted).slice(0, 1)
  })
  if (firsts.length > 0) return new Date(Math.min(...firsts))
  const horizon = now.getTime() + Math.max(0, ...diaries.map(({ availability }) => availability.horizonDays + 1)) * DAY
  const end = Math.min(window.until, horizon)
  return until < end ? findFirstFree(db, search, { from: until, until: end }) : undefined
}
