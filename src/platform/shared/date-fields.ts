import { z } from 'zod'
import { missing } from './text.ts'
import { isTimeZone } from './time-zone.ts'

/**
 * A day such as 2026-11-01. PostgreSQL has no year 0000, and day arithmetic fails after the year 9999.
 * @param error the message for a value that is not a day
 */
export function calendarDay(error = 'Choose a day') {
  return z.iso
    .date({ error, abort: true })
    .refine((day) => day >= '1900-01-01' && day < '9000-01-01', 'Choose another day')
}

const PLEASE_CHOOSE = 'Choose a time zone from the list'

export const TimeZone = z
  .string(missing(PLEASE_CHOOSE))
  .trim()
  .max(100, PLEASE_CHOOSE)
  .refine(isTimeZone, PLEASE_CHOOSE)
