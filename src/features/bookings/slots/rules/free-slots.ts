import { dayIn, type ZoneDay, zoneDays } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { type Span, toBlockedSpan } from './buffer.ts'

/** Minutes from midnight in local time. 1440 is midnight at the end of the day. */
type WorkingHours = { startsMinute: number; endsMinute: number }

/** Working hours in the consultant's time zone. Days are formatted like "2026-11-21". */
export type Availability = {
  timeZone: string
  /** ISO 8601 weekday number. Monday is 1. */
  weeklyHours: (WorkingHours & { weekday: number })[]
  /** Hours that replace the weekly hours on a particular day. */
  dateOverrides: (WorkingHours & { day: string })[]
  daysOff: string[]
  bufferMinutes: number
  minimumNoticeMinutes: number
  horizonDays: number
  /** Null if there is no limit on sessions per day. */
  dailyLimit: number | null
}

export type Commitments = {
  sessions: (Span & { occupied: Span })[]
  /** Busy times from imported calendars. */
  busy: Span[]
}

type SlotSearch = {
  minutes: number
  /** Sessions must start within this period. */
  window: Span
  now: number
}

/**
 * Sessions start every ten minutes from the start of the working hours. For example, hours from 9:05 give 9:05, 9:15
 * and so on. Adjacent hours on the same day count as one interval.
 */
const STEP = 10 * MINUTE_MS

/** Bookings are loaded for this long before and after the window, because the daily limit counts whole local days. */
export const REACH = 48 * 60 * MINUTE_MS

/**
 * Finds the times at which a session with the consultant can start, sorted and without duplicates (PRODUCT D18). Hours
 * are in local time. When the clocks go forward, the missing hour is not offered, and when they go back, the repeated
 * hour is offered twice.
 */
export function findFreeSlots(
  availability: Availability,
  commitments: Commitments,
  { minutes, window, now }: SlotSearch,
): number[] {
  const { timeZone, minimumNoticeMinutes, horizonDays } = availability
  const length = minutes * MINUTE_MS
  const from = Math.max(window.from, now + minimumNoticeMinutes * MINUTE_MS)
  if (from >= window.until) return []
  // A session that starts before midnight may end after it.
  const days = zoneDays(timeZone, from, window.until + length)
  const lastDay = dayIn(timeZone, now, horizonDays)
  const blocked = blockedStarts(availability, commitments, length)
  const starts: number[] = []
  for (const { day, latest, ...stretch } of workingStretches(availability, days)) {
    if (day.day > lastDay || isDayFull(availability, commitments, day)) continue
    const last = Math.min(latest - length, stretch.until - 1, window.until - 1)
    addStarts(starts, { first: Math.max(stretch.from, from), last, gridStart: stretch.gridStart }, blocked)
  }
  return starts
}

type WorkingStretch = Span & {
  day: ZoneDay
  /** Start of the working hours, in this stretch's UTC offset. Steps are counted from here. */
  gridStart: number
  /** End of the unbroken working time, which can run past midnight or a clock change. */
  latest: number
}

function workingStretches(availability: Availability, days: ZoneDay[]): WorkingStretch[] {
  const stretches = days.flatMap((day) =>
    findWorkingHours(availability, day)
      .flatMap(({ startsMinute, endsMinute }) =>
        day.stretches.map(({ from, until, midnight }) => {
          const gridStart = midnight + startsMinute * MINUTE_MS
          const end = Math.min(midnight + endsMinute * MINUTE_MS, until)
          return { day, gridStart, from: Math.max(gridStart, from), until: end, latest: end }
        }),
      )
      .filter(({ from, until }) => from < until)
      .sort((a, b) => a.from - b.from),
  )
  stretches.reduceRight<WorkingStretch | undefined>((next, stretch) => {
    if (next?.from === stretch.until) stretch.latest = next.latest
    return stretch
  }, undefined)
  return stretches
}

/** Sorts the hours and merges any that touch or overlap. */
function findWorkingHours(
  { daysOff, dateOverrides, weeklyHours }: Availability,
  { day, weekday }: ZoneDay,
): WorkingHours[] {
  if (daysOff.includes(day)) return []
  const overrides = dateOverrides.filter((hours) => hours.day === day)
  const hours = overrides.length > 0 ? overrides : weeklyHours.filter((weekly) => weekly.weekday === weekday)
  const spans = hours.map(({ startsMinute, endsMinute }) => ({ from: startsMinute, until: endsMinute }))
  return mergeSpans(spans, true).map(({ from, until }) => ({ startsMinute: from, endsMinute: until }))
}

function isDayFull({ dailyLimit }: Availability, { sessions }: Commitments, { from, until }: ZoneDay): boolean {
  if (dailyLimit === null) return false
  return sessions.filter((session) => session.from >= from && session.from < until).length >= dailyLimit
}

/** Ranges in which no session of this length may start. A session may start exactly at either end. */
function blockedStarts({ bufferMinutes }: Availability, { sessions, busy }: Commitments, length: number): Span[] {
  const blocked = [...sessions.map((session) => toBlockedSpan(session, bufferMinutes)), ...busy]
  return mergeSpans(
    blocked.map(({ from, until }) => ({ from: from - length, until })),
    false,
  )
}

function addStarts(
  starts: number[],
  { first, last, gridStart }: { first: number; last: number; gridStart: number },
  blocked: Span[],
): void {
  const toGrid = (moment: number) => gridStart + Math.ceil((moment - gridStart) / STEP) * STEP
  let nextBlock = blocked.findIndex(({ until }) => until > first)
  for (let start = toGrid(first); start <= last; ) {
    const block = nextBlock < 0 ? undefined : blocked[nextBlock]
    if (block && start >= block.until) {
      nextBlock += 1
    } else if (block && start > block.from) {
      start = toGrid(block.until)
    } else {
      starts.push(start)
      start += STEP
    }
  }
}

/** Sorts the spans and merges any that overlap. */
function mergeSpans(spans: Span[], mergeAdjacent: boolean): Span[] {
  const merged: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const previous = merged.at(-1)
    if (previous && (from < previous.until || (mergeAdjacent && from === previous.until)))
      previous.until = Math.max(previous.until, until)
    else merged.push({ from, until })
  }
  return merged
}
