import { Temporal } from 'temporal-polyfill'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

/** "2026-11-27": the day of a moment by the clock on the wall of a zone. */
export function localDay(moment: string | Date, timeZone: string): string {
  return inZone(moment, timeZone).toPlainDate().toString()
}

/** Where a month such as "2026-11" begins and ends in a zone. */
export function localMonth(month: string, timeZone: string): { from: string; until: string } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return { from: startOf(first, timeZone), until: startOf(first.add({ months: 1 }), timeZone) }
}

/** "2026-12" after "2026-11"; `months` may be negative. */
export function addMonths(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** "Friday 27 November 2026", of a moment in a zone. */
export function dayInZone(moment: string | Date, timeZone: string): string {
  return daysOf(timeZone).format(new Date(moment)).replace(',', '')
}

/** The same, of a day such as "2026-11-27". */
export function dayName(day: string): string {
  return dayInZone(`${day}T12:00:00Z`, 'UTC')
}

/** "14:00"; of the hour that the clocks show twice "01:30 (UTC+01:00)", so that both can be told apart. */
export function clockInZone(moment: string | Date, timeZone: string): string {
  const local = inZone(moment, timeZone)
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return isShownTwice(local) ? `${clock} (UTC${local.offset})` : clock
}

/** "London time", for America/New_York "New York time". */
export function zoneName(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return place === 'UTC' ? place : `${place} time`
}

/** Whether the clocks of two zones show the same at a moment. */
export function isSameClock(moment: string | Date, one: string, other: string): boolean {
  return inZone(moment, one).toPlainDateTime().equals(inZone(moment, other).toPlainDateTime())
}

/** "Friday 27 November 2026 at 14:00", of whoever knows which zone is meant. */
export function timeInWords(moment: string | Date, timeZone: string): string {
  return `${dayInZone(moment, timeZone)} at ${clockInZone(moment, timeZone)}`
}

/** "Friday 27 November 2026 at 14:00 (New York time)", with the company's beside it where that differs (PRODUCT D18). */
export function momentInWords(moment: string | Date, timeZone: string, companyZone = DEFAULT_TIME_ZONE): string {
  const beside = clockElsewhere(moment, timeZone, companyZone)
  return `${timeInWords(moment, timeZone)} (${zoneName(timeZone)}${beside ? `; ${beside}` : ''})`
}

/** "Friday 27 November 2026, 14:00 to 14:30 (New York time; 19:00 London time)": the same of what has an end. */
export function spanInWords(from: string, until: string, timeZone: string, companyZone = DEFAULT_TIME_ZONE): string {
  const beside = clockElsewhere(from, timeZone, companyZone)
  const zones = `${zoneName(timeZone)}${beside ? `; ${beside}` : ''}`
  return `${dayInZone(from, timeZone)}, ${clockInZone(from, timeZone)} to ${clockInZone(until, timeZone)} (${zones})`
}

/** "19:00 London time", with the day where it is another one there; null where the clocks show the same. */
export function clockElsewhere(moment: string | Date, timeZone: string, otherZone: string): string | null {
  if (isSameClock(moment, timeZone, otherZone)) return null
  const clock = `${clockInZone(moment, otherZone)} ${zoneName(otherZone)}`
  const isOtherDay = localDay(moment, timeZone) !== localDay(moment, otherZone)
  return isOtherDay ? `${dayInZone(moment, otherZone)}, ${clock}` : clock
}

function isShownTwice(local: Temporal.ZonedDateTime): boolean {
  const shown = local.toPlainDateTime()
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(local.timeZoneId, { disambiguation }),
  )
  return earlier?.epochMilliseconds !== later?.epochMilliseconds
}

function startOf(day: Temporal.PlainDate, timeZone: string): string {
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}

function inZone(moment: string | Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(new Date(moment).getTime()).toZonedDateTimeISO(timeZone)
}

// Made once a zone: a formatter costs a hundred times what it costs to use it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function daysOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  })
  formatters.set(timeZone, made)
  return made
}

/** The moment at which the clock on the wall of a zone shows "14:00" on a day such as "2026-11-27". */
export function momentAt(day: string, clock: string, timeZone: string): string {
  const shown = Temporal.PlainDateTime.from(`${day}T${clock}`)
  return new Date(shown.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}
