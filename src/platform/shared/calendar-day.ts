import { z } from 'zod'

/**
 * A day such as 2026-11-01. PostgreSQL knows no year 0000, and days after the last year of four digits cannot be reckoned.
 *
 * @param error what to say where it is no day at all
 */
export function calendarDay(error = 'Please choose a day') {
  return z.iso
    .date({ error, abort: true })
    .refine((day) => day >= '1900-01-01' && day < '9000-01-01', 'Please choose another day')
}
