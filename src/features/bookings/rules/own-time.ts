// How times are said by the clock of a zone that is not the browser's own.

/** "09:30" */
export function clockIn(timeZone: string, instant: string): string {
  return clock(timeZone).format(new Date(instant))
}

/** "2026-11-21": the day of a moment in the zone. */
export function dayOf(timeZone: string, instant: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const
  const parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(new Date(instant))
  const part = (type: string) => parts.find((known) => known.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** "Monday, 2 March 2026" of "2026-03-02". */
export function dayInWords(day: string): string {
  return longDay.format(middayOf(day))
}

/** "2 March 2026" of "2026-03-02". */
export function dateOf(day: string): string {
  return date.format(middayOf(day))
}

/** The day so many days later. */
export function shiftDay(day: string, days: number): string {
  return new Date(middayOf(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Every day from the first to the one before the last. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = shiftDay(day, 1)) days.push(day)
  return days
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

function clock(timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
}

function middayOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
