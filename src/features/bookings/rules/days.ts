import { addDays } from '#platform/shared/calendar.ts'

// Days such as "2026-03-02" in words. They belong to the calendar of whoever reads them: no zone moves them.

/** "2 March 2026" */
export function dateInWords(day: string): string {
  return date.format(new Date(`${day}T12:00:00Z`))
}

/** Every day from the first to the one before the last. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
