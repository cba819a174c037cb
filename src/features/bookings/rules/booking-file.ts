import { addSpan } from '#platform/shared/calendar.ts'
import { MOST_BOOKING_FILES } from '../contract/booking-file.ts'

/** After the contract has ended, as long as anybody may still claim something of it (Limitation Act 1980 s. 5). */
const KEPT_YEARS = 6

/** The first place among the files of a session that is free; undefined where there is none. */
export function freeNumber(taken: number[]): number | undefined {
  return Array.from({ length: MOST_BOOKING_FILES }, (_, index) => index + 1).find((number) => !taken.includes(number))
}

/** Files of packages that ended before are forgotten. */
export function filesForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -12 * KEPT_YEARS })
}
