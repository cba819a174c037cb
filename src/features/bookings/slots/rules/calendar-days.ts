import { clockInZone, localDay } from '#platform/shared/local-time.ts'

/** Lists a day's slots in a time zone, with their local times. */
export function filterDaySlots<Time extends { startsAt: string }>(
  times: Time[],
  day: string,
  timeZone: string,
): (Time & { clock: string })[] {
  return times
    .filter(({ startsAt }) => localDay(startsAt, timeZone) === day)
    .map((time) => ({ ...time, clock: clockInZone(time.startsAt, timeZone) }))
}

/** Groups slots by part of the day and leaves out empty parts. */
export function groupByPartOfDay<Time extends { clock: string }>(times: Time[]): { name: string; times: Time[] }[] {
  const partsOfDay = [
    { name: 'Morning', before: '12' },
    { name: 'Afternoon', before: '17' },
    { name: 'Evening', before: '24' },
  ]
  return partsOfDay
    .map(({ name, before }, index) => {
      const from = partsOfDay[index - 1]?.before ?? '00'
      return { name, times: times.filter(({ clock }) => clock >= from && clock < before) }
    })
    .filter((group) => group.times.length > 0)
}

/** The days in a time zone on which there are free slots. */
export function freeDays(times: { startsAt: string }[], timeZone: string): Set<string> {
  return new Set(times.map(({ startsAt }) => localDay(startsAt, timeZone)))
}

/** For example "2026-11" for "2026-11-27". */
export function toMonth(day: string): string {
  return day.slice(0, 7)
}

/** The first and last months that the calendar must show to include all these days. */
export function monthsToShow(days: (string | null)[]): { first: string; last: string } {
  const months = days
    .filter((day) => day !== null)
    .map(toMonth)
    .sort()
  return { first: months.at(0) ?? '', last: months.at(-1) ?? '' }
}
