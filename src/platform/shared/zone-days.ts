import { Temporal } from 'temporal-polyfill'

/** A part of a day in which the clock of a zone is not changed. Moments in milliseconds of the epoch. */
type Stretch = {
  from: number
  until: number
  /** When this clock shows midnight of the day, or would have: so many minutes later it shows so many minutes. */
  midnight: number
}

export type ZoneDay = {
  /** "2026-11-21" */
  day: string
  /** ISO 8601: 1 is Monday. */
  weekday: number
  from: number
  until: number
  /** One; two where the clock is changed on that day. */
  stretches: Stretch[]
}

/**
 * The days of a zone that two moments and what lies between them touch. Reckoned a day at a time, so that everything
 * within a day is left to plain numbers.
 */
export function zoneDays(timeZone: string, from: number, until: number): ZoneDay[] {
  const days: ZoneDay[] = []
  let date = dateIn(timeZone, from)
  let start = date.toZonedDateTime(timeZone)
  while (start.epochMilliseconds <= until) {
    const next = date.add({ days: 1 })
    const end = next.toZonedDateTime(timeZone)
    days.push({
      day: date.toString(),
      weekday: date.dayOfWeek,
      from: start.epochMilliseconds,
      until: end.epochMilliseconds,
      stretches: stretchesOf(date, start, end),
    })
    date = next
    start = end
  }
  return days
}

/** "2026-11-21": the day of a moment in a zone; `later` days after it, that one. */
export function dayIn(timeZone: string, moment: number, later = 0): string {
  return dateIn(timeZone, moment).add({ days: later }).toString()
}

function stretchesOf(date: Temporal.PlainDate, start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Stretch[] {
  const utcMidnight = Date.UTC(date.year, date.month - 1, date.day)
  const midnightAfter = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => utcMidnight - offsetNanoseconds / 1_000_000
  const from = start.epochMilliseconds
  const until = end.epochMilliseconds
  if (start.offsetNanoseconds === end.offsetNanoseconds) return [{ from, until, midnight: midnightAfter(start) }]
  const change = start.getTimeZoneTransition('next')?.epochMilliseconds ?? until
  return [
    { from, until: Math.min(change, until), midnight: midnightAfter(start) },
    { from: Math.min(change, until), until, midnight: midnightAfter(end) },
  ].filter((stretch) => stretch.from < stretch.until)
}

function dateIn(timeZone: string, moment: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
}
