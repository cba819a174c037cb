import { addDays } from '#platform/shared/calendar.ts'

// Days such as "2026-03-02" in words. They belong to the calendar of whoever reads them: no zone moves them.

/** "Monday 2 March 2026" */
export function dayInWords(day: string): string {
  return longDay.format(middayOf(day)).replace(',', '')
}

/** "2 March 2026" */
export function dateInWords(day: string): string {
  return date.format(middayOf(day))
}

/** Every day from the first to the one before the last. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}

const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const longDay = new Intl.DateTimeFormat('en-GB', { ...options, weekday: 'long' })
const date = new Intl.DateTimeFormat('en-GB', options)

function middayOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}
