import { Temporal } from 'temporal-polyfill'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/** Lists the days from the first up to but excluding `until`. */
export function listDays(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Adds weeks, calendar months and days in London local time: 31 January plus a month is the last day of February, and a
 * week across a clock change ends at the same hour.
 */
export function addSpan(
  moment: Date,
  { weeks = 0, months = 0, days = 0 }: { weeks?: number; months?: number; days?: number },
): Date {
  const result = inCompanyZone(moment).add({ months, weeks, days })
  return new Date(result.epochMilliseconds)
}

/** Returns the last millisecond of the day in London. */
export function endOfCompanyDay(moment: Date): Date {
  return new Date(inCompanyZone(moment).add({ days: 1 }).startOfDay().epochMilliseconds - 1)
}

/** Counts whole days in London; a day with a clock change counts as one. */
export function fullDaysBetween(earlier: Date, later: Date): number {
  return inCompanyZone(earlier).until(inCompanyZone(later), { largestUnit: 'days' }).days
}

/** The year in London. */
export function companyYear(moment: Date): number {
  return inCompanyZone(moment).year
}

/** "2026-11-21", the day in London. */
export function companyDay(moment: Date): string {
  return inCompanyZone(moment).toPlainDate().toString()
}

/** Returns the start of a day such as "2026-11-21" in London, optionally `daysLater` days after it. */
export function startOfDay(day: string, daysLater = 0): Date {
  const start = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(DEFAULT_TIME_ZONE)
  return new Date(start.epochMilliseconds)
}

/** Returns the start of a day such as "2026-11-21" in a time zone, which is not midnight if a clock change skips it. */
export function startOfDayIn(timeZone: string, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

export function countDays(day: string, until: string): number {
  return Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days
}

// Formatters are cached, because creating one costs a hundred times as much as using it.
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: DEFAULT_TIME_ZONE })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: DEFAULT_TIME_ZONE })

/** "21 November 2026", in London. */
export function formatDateInLondon(moment: Date): string {
  return dates.format(moment)
}

/** "21 November 2026 at 14:05 (London time)". */
export function formatMomentInLondon(moment: Date): string {
  return `${dates.format(moment)} at ${times.format(moment)} (London time)`
}

function inCompanyZone(moment: Date) {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(DEFAULT_TIME_ZONE)
}

/** A part of a day without a clock change. Times are in epoch milliseconds. */
type Stretch = {
  from: number
  until: number
  /** The moment of midnight by this part's clock, even if it lies outside the part. Local times are offsets from it. */
  midnight: number
}

export type ZoneDay = {
  /** "2026-11-21" */
  day: string
  /** ISO 8601: 1 is Monday. */
  weekday: number
  from: number
  until: number
  /** One part, or two on the day of a clock change. */
  stretches: Stretch[]
}

/**
 * Lists a zone's days that a period touches. Clock changes are resolved once per day, so that times within a day need
 * only plain arithmetic.
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
      stretches: splitAtClockChange(date, start, end),
    })
    date = next
    start = end
  }
  return days
}

/** "2026-11-21", the day of a moment in a time zone, optionally `daysLater` days after it. */
export function dayIn(timeZone: string, moment: number, daysLater = 0): string {
  return dateIn(timeZone, moment).add({ days: daysLater }).toString()
}

function splitAtClockChange(
  date: Temporal.PlainDate,
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
): Stretch[] {
  const utcMidnight = Date.UTC(date.year, date.month - 1, date.day)
  const midnightAtOffset = ({ offsetNanoseconds }: Temporal.ZonedDateTime) =>
    utcMidnight - offsetNanoseconds / 1_000_000
  const from = start.epochMilliseconds
  const until = end.epochMilliseconds
  if (start.offsetNanoseconds === end.offsetNanoseconds) return [{ from, until, midnight: midnightAtOffset(start) }]
  const change = start.getTimeZoneTransition('next')?.epochMilliseconds ?? until
  return [
    { from, until: Math.min(change, until), midnight: midnightAtOffset(start) },
    { from: Math.min(change, until), until, midnight: midnightAtOffset(end) },
  ].filter((stretch) => stretch.from < stretch.until)
}

function dateIn(timeZone: string, moment: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
}
