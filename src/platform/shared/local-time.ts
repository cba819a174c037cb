import { DAY_MS } from './durations.ts'
import { DEFAULT_TIME_ZONE } from './time-zone.ts'

// Uses the browser's time zone data, because a calendar library would be the largest part of many pages.

/** "2026-11-27", the local day in a time zone. */
export function localDay(moment: string | Date, timeZone: string): string {
  return formatWallTime(toWallTime(moment, timeZone)).slice(0, 10)
}

const londonSecond = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: DEFAULT_TIME_ZONE,
})

/** "21 November 2026 at 14:05:09 (London time)", for records. */
export function formatSecondInLondon(moment: string | Date): string {
  return `${londonSecond.format(new Date(moment))} (London time)`
}

/** Returns the start and end of a month such as "2026-11" in a time zone. */
export function localMonth(month: string, timeZone: string): { from: string; until: string } {
  return {
    from: momentAt(`${month}-01`, '00:00', timeZone),
    until: momentAt(`${addMonths(month, 1)}-01`, '00:00', timeZone),
  }
}

/** "2026-12" after "2026-11"; `months` may be negative. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** "Friday 27 November 2026", the day of a moment in a time zone. */
export function dayInZone(moment: string | Date, timeZone: string): string {
  return dayFormatter(timeZone).format(new Date(moment)).replace(',', '')
}

/** The same for a day such as "2026-11-27". */
export function dayName(day: string): string {
  return dayInZone(`${day}T12:00:00Z`, 'UTC')
}

/** "14:00". In the hour that clocks show twice, the offset is added, as in "01:30 (UTC+01:00)". */
export function clockInZone(moment: string | Date, timeZone: string): string {
  const wall = toWallTime(moment, timeZone)
  const clock = formatWallTime(wall).slice(11, 16)
  if (momentsAt(wall, timeZone).length < 2) return clock
  return `${clock} (UTC${formatOffset(wall - new Date(moment).getTime())})`
}

/** "London time", or "New York time" for America/New_York. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return city === 'UTC' ? city : `${city} time`
}

/** True if two time zones show the same local time at this moment. */
export function isSameClock(moment: string | Date, firstZone: string, secondZone: string): boolean {
  return toWallTime(moment, firstZone) === toWallTime(moment, secondZone)
}

/** "Friday 27 November 2026 at 14:00", for text that names the time zone elsewhere. */
export function formatTimeInZone(moment: string | Date, timeZone: string): string {
  return `${dayInZone(moment, timeZone)} at ${clockInZone(moment, timeZone)}`
}

/** "Fri 27 November, 14:00", for the subjects of emails whose text has the year and the time zone. */
export function formatShortTime(moment: string | Date, timeZone: string): string {
  return `${shortDayFormatter(timeZone).format(new Date(moment)).replace(',', '')}, ${clockInZone(moment, timeZone)}`
}

/** "Friday 27 November 2026 at 14:00 (New York time)", followed by London time if it differs (PRODUCT D18). */
export function formatTimeWithZone(moment: string | Date, timeZone: string, companyZone = DEFAULT_TIME_ZONE): string {
  const companyTime = clockElsewhere(moment, timeZone, companyZone)
  return `${formatTimeInZone(moment, timeZone)} (${zoneName(timeZone)}${companyTime ? `; ${companyTime}` : ''})`
}

/** The same for a period: "Friday 27 November 2026, 14:00 to 14:30 (New York time; 19:00 London time)". */
export function formatPeriodWithZone(
  from: string,
  until: string,
  timeZone: string,
  companyZone = DEFAULT_TIME_ZONE,
): string {
  const companyTime = clockElsewhere(from, timeZone, companyZone)
  const zones = `${zoneName(timeZone)}${companyTime ? `; ${companyTime}` : ''}`
  return `${dayInZone(from, timeZone)}, ${clockInZone(from, timeZone)} to ${clockInZone(until, timeZone)} (${zones})`
}

/** "19:00 London time", with the day if it differs there, or null if both zones show the same time. */
export function clockElsewhere(moment: string | Date, timeZone: string, otherZone: string): string | null {
  if (isSameClock(moment, timeZone, otherZone)) return null
  const clock = `${clockInZone(moment, otherZone)} ${zoneName(otherZone)}`
  const isOtherDay = localDay(moment, timeZone) !== localDay(moment, otherZone)
  return isOtherDay ? `${dayInZone(moment, otherZone)}, ${clock}` : clock
}

/** Returns the moment at which a zone's clocks show "14:00" on a day such as "2026-11-27". */
export function momentAt(day: string, clock: string, timeZone: string): string {
  const wall = Date.parse(`${day}T${clock}Z`)
  // If clocks show the time twice, the first one counts. A time that they skip moves by the length of the gap.
  const [moment = wall - offsetAt(wall - DAY_MS, timeZone)] = momentsAt(wall, timeZone)
  return new Date(moment).toISOString()
}

/** The local time of a moment, as milliseconds of a zone without clock changes. */
function toWallTime(moment: string | Date, timeZone: string): number {
  const time = new Date(moment).getTime()
  return time + offsetAt(time, timeZone)
}

/** Returns the moments with this local time: none if the clocks skip it, two if they show it twice. */
function momentsAt(wall: number, timeZone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)])
  const moments = [...offsets].map((offset) => wall - offset)
  return moments
    .filter((moment) => moment + offsetAt(moment, timeZone) === wall)
    .sort((first, second) => first - second)
}

/** A zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = clockFormatter(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(moment / 1_000) * 1_000
}

function formatWallTime(wall: number): string {
  return new Date(wall).toISOString()
}

/** "+01:00" */
function formatOffset(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${formatWallTime(Math.abs(offset)).slice(11, 16)}`
}

const dayFormatter = cacheByZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const shortDayFormatter = cacheByZone({ weekday: 'short', day: 'numeric', month: 'long' })

const clockFormatter = cacheByZone({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Formatters are cached, because creating one costs a hundred times as much as using it. */
function cacheByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
    formatters.set(timeZone, formatter)
    return formatter
  }
}
