import { DEFAULT_TIME_ZONE } from './time-zone.ts'

// Reckoned by what the browser itself knows of zones: a calendar library would be the largest part of every page that
// only tells a time.

/** "2026-11-27": the day of a moment by the clock on the wall of a zone. */
export function localDay(moment: string | Date, timeZone: string): string {
  return wallText(wallOf(moment, timeZone)).slice(0, 10)
}

/** Where a month such as "2026-11" begins and ends in a zone. */
export function localMonth(month: string, timeZone: string): { from: string; until: string } {
  return {
    from: momentAt(`${month}-01`, '00:00', timeZone),
    until: momentAt(`${addMonths(month, 1)}-01`, '00:00', timeZone),
  }
}

/** "2026-12" after "2026-11"; `months` may be negative. */
export function addMonths(month: string, months: number): string {
  const moved = new Date(`${month}-01T00:00:00Z`)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  return moved.toISOString().slice(0, 7)
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
  const wall = wallOf(moment, timeZone)
  const clock = wallText(wall).slice(11, 16)
  if (momentsAt(wall, timeZone).length < 2) return clock
  return `${clock} (UTC${offsetInWords(wall - new Date(moment).getTime())})`
}

/** "London time", for America/New_York "New York time". */
export function zoneName(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return place === 'UTC' ? place : `${place} time`
}

/** Whether the clocks of two zones show the same at a moment. */
export function isSameClock(moment: string | Date, one: string, other: string): boolean {
  return wallOf(moment, one) === wallOf(moment, other)
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

/** The moment at which the clock on the wall of a zone shows "14:00" on a day such as "2026-11-27". */
export function momentAt(day: string, clock: string, timeZone: string): string {
  const wall = Date.parse(`${day}T${clock}Z`)
  // Of two the first; of a time that the clocks leave out, as much later as they were put forward.
  const [shown = wall - offsetAt(wall - DAY_MS, timeZone)] = momentsAt(wall, timeZone)
  return new Date(shown).toISOString()
}

const DAY_MS = 86_400_000

/** What the clock on the wall shows at a moment, as milliseconds of a zone that has no clock changes. */
function wallOf(moment: string | Date, timeZone: string): number {
  const time = new Date(moment).getTime()
  return time + offsetAt(time, timeZone)
}

/** Every moment at which it shows that: none where the clocks leave it out, two where they show it twice. */
function momentsAt(wall: number, timeZone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([offsetAt(wall - DAY_MS, timeZone), offsetAt(wall + DAY_MS, timeZone)])
  const moments = [...offsets].map((offset) => wall - offset)
  return moments.filter((moment) => moment + offsetAt(moment, timeZone) === wall).sort((one, other) => one - other)
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = clocksOf(timeZone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(moment / 1_000) * 1_000
}

function wallText(wall: number): string {
  return new Date(wall).toISOString()
}

/** "+01:00" */
function offsetInWords(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${wallText(Math.abs(offset)).slice(11, 16)}`
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

const clocks = new Map<string, Intl.DateTimeFormat>()

function clocksOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  clocks.set(timeZone, made)
  return made
}
