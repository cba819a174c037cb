import { addDays } from '#platform/shared/calendar.ts'

/** Every day from the first to the one before the last. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
