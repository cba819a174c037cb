import { dayIn, type ZoneDay, zoneDays } from '#platform/shared/zone-days.ts'
import { distanceOf } from './buffer.ts'

/** Minutes from midnight by the clock on the wall; 1440 is midnight of the next day. */
type WorkingHours = { startsMinute: number; endsMinute: number }

/** How a consultant works, by their own clock and calendar. Days as "2026-11-21". */
export type Availability = {
  timeZone: string
  /** ISO 8601: 1 is Monday. */
  weeklyHours: (WorkingHours & { weekday: number })[]
  /** In place of the weekly ones of that day. */
  dayHours: (WorkingHours & { day: string })[]
  daysOff: string[]
  bufferMinutes: number
  minimumNoticeMinutes: number
  horizonDays: number
  /** null: as many sessions as fit. */
  dailyLimit: number | null
}

/** From a moment until before another, in milliseconds of the epoch. */
export type Span = { from: number; until: number }

export type Taken = {
  sessions: (Span & { occupied: Span })[]
  /** Elsewhere, as their own calendar says. */
  busy: Span[]
}

type Wanted = {
  minutes: number
  /** A session begins in it. */
  window: Span
  now: number
}

const MINUTE = 60_000

/**
 * Sessions begin every ten minutes by the consultant's clock, counted from the beginning of their hours: who works from
 * 9:05 is offered at 9:05, 9:15 and so on. Hours that touch count as begun once a day.
 */
const STEP = 10 * MINUTE

/** What is taken must be known so far around a window: the limit of a day counts whole days of the consultant. */
export const REACH = 48 * 60 * MINUTE

/**
 * When a consultant can begin a session, in order, each moment once (PRODUCT D18). Hours are kept by the clock on the
 * wall: what the night of spring leaves out is not offered, and what the night of autumn has twice is offered at both
 * moments.
 */
export function findFreeTimes(availability: Availability, taken: Taken, { minutes, window, now }: Wanted): number[] {
  const { timeZone, minimumNoticeMinutes, horizonDays } = availability
  const length = minutes * MINUTE
  const from = Math.max(window.from, now + minimumNoticeMinutes * MINUTE)
  if (from >= window.until) return []
  // A session that begins before midnight may end after it.
  const days = zoneDays(timeZone, from, window.until + length)
  const lastDay = dayIn(timeZone, now, horizonDays)
  const blocked = blockedStarts(availability, taken, length)
  const found: number[] = []
  for (const { day, latest, ...stretch } of workingStretches(availability, days)) {
    if (day.day > lastDay || isDayFull(availability, taken, day)) continue
    const last = Math.min(latest - length, stretch.until - 1, window.until - 1)
    addStarts(found, { first: Math.max(stretch.from, from), last, begin: stretch.begin }, blocked)
  }
  return found
}

type WorkingStretch = Span & {
  day: ZoneDay
  /** When the hours began, or would have by a clock that was changed within them. */
  begin: number
  /** Until when they go on without a break, over midnight and changes of the clock too. */
  latest: number
}

function workingStretches(availability: Availability, days: ZoneDay[]): WorkingStretch[] {
  const stretches = days.flatMap((day) =>
    hoursOf(availability, day)
      .flatMap(({ startsMinute, endsMinute }) =>
        day.stretches.map(({ from, until, midnight }) => {
          const begin = midnight + startsMinute * MINUTE
          const end = Math.min(midnight + endsMinute * MINUTE, until)
          return { day, begin, from: Math.max(begin, from), until: end, latest: end }
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

/** In order, those that touch or overlap made one. */
function hoursOf({ daysOff, dayHours, weeklyHours }: Availability, { day, weekday }: ZoneDay): WorkingHours[] {
  if (daysOff.includes(day)) return []
  const ofThisDay = dayHours.filter((hours) => hours.day === day)
  const hours = ofThisDay.length > 0 ? ofThisDay : weeklyHours.filter((weekly) => weekly.weekday === weekday)
  const spans = hours.map(({ startsMinute, endsMinute }) => ({ from: startsMinute, until: endsMinute }))
  return joined(spans, true).map(({ from, until }) => ({ startsMinute: from, endsMinute: until }))
}

function isDayFull({ dailyLimit }: Availability, { sessions }: Taken, { from, until }: ZoneDay): boolean {
  if (dailyLimit === null) return false
  return sessions.filter((session) => session.from >= from && session.from < until).length >= dailyLimit
}

/** After each of these moments and before its end no session of this length may begin; at both it may. */
function blockedStarts({ bufferMinutes }: Availability, { sessions, busy }: Taken, length: number): Span[] {
  const taken = [...sessions.map((session) => distanceOf(session, bufferMinutes)), ...busy]
  return joined(
    taken.map(({ from, until }) => ({ from: from - length, until })),
    false,
  )
}

function addStarts(
  found: number[],
  { first, last, begin }: { first: number; last: number; begin: number },
  blocked: Span[],
): void {
  const onGrid = (moment: number) => begin + Math.ceil((moment - begin) / STEP) * STEP
  let next = blocked.findIndex(({ until }) => until > first)
  for (let start = onGrid(first); start <= last; ) {
    const block = next < 0 ? undefined : blocked[next]
    if (block && start >= block.until) {
      next += 1
    } else if (block && start > block.from) {
      start = onGrid(block.until)
    } else {
      found.push(start)
      start += STEP
    }
  }
}

/** In order, without overlaps. */
function joined(spans: Span[], whereTheyTouch: boolean): Span[] {
  const inOrder: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const before = inOrder.at(-1)
    if (before && (from < before.until || (whereTheyTouch && from === before.until)))
      before.until = Math.max(before.until, until)
    else inOrder.push({ from, until })
  }
  return inOrder
}
