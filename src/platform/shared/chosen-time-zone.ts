import { z } from 'zod'
import { missing } from './text.ts'
import { isTimeZone } from './time-zone.ts'

const PLEASE_CHOOSE = 'Please choose a time zone from the list'

export const TimeZone = z
  .string(missing(PLEASE_CHOOSE))
  .trim()
  .max(100, PLEASE_CHOOSE)
  .refine(isTimeZone, PLEASE_CHOOSE)
