import { Temporal } from 'temporal-polyfill'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/**
 * The moment some weeks and calendar months later by the company's clock on the wall: 31 January and a month is
 * the last day of February, and a week over a clock change ends at the same hour.
 */
export function addSpan(
  moment: Date,
  { weeks = 0, months = 0, days = 0 }: { weeks?: number; months?: number; days?: number },
): Date {
  const later = inCompanyZone(moment).add({ months, weeks, days })
  return new Date(later.epochMilliseconds)
}

/** The last moment of the day on which something happens by the company's clock. */
export function endOfCompanyDay(moment: Date): Date {
  return new Date(inCompanyZone(moment).add({ days: 1 }).startOfDay().epochMilliseconds - 1)
}

/** How many whole days lie between two moments by the company's clock: also over a clock change each is one. */
export function fullDaysBetween(earlier: Date, later: Date): number {
  return inCompanyZone(earlier).until(inCompanyZone(later), { largestUnit: 'days' }).days
}

/** The year of a moment in the company's zone. */
export function companyYear(moment: Date): number {
  return inCompanyZone(moment).year
}

/** "2026-11-21": the day of a moment in the company's zone. */
export function companyDay(moment: Date): string {
  return inCompanyZone(moment).toPlainDate().toString()
}

/** When a day such as "2026-11-21" begins in the company's zone; `later` days after it, when that one does. */
export function startOfDay(day: string, later = 0): Date {
  const start = Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(DEFAULT_TIME_ZONE)
  return new Date(start.epochMilliseconds)
}

/** When a day such as "2026-11-21" begins in some zone: at the first moment it has, where midnight is left out. */
export function startOfDayIn(timeZone: string, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** How many days lie between two days. */
export function daysFrom(day: string, until: string): number {
  return Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days
}

// Made once: a formatter costs a hundred times what it costs to use it.
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: DEFAULT_TIME_ZONE })
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: DEFAULT_TIME_ZONE })

/** "21 November 2026", in the company's zone. */
export function dateInWords(moment: Date): string {
  return dates.format(moment)
}

/** "21 November 2026 at 14:05 (London time)". */
export function companyMomentInWords(moment: Date): string {
  return `${dates.format(moment)} at ${times.format(moment)} (London time)`
}

function inCompanyZone(moment: Date) {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(DEFAULT_TIME_ZONE)
}
