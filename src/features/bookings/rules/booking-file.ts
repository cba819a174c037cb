import { addSpan } from '#platform/shared/calendar.ts'
import { CLAIM_YEARS } from '#platform/shared/claims.ts'
import { MOST_BOOKING_FILES } from '../contract/booking-file.ts'

/** The first place among the files of a session that is free; undefined where there is none. */
export function freeNumber(taken: number[]): number | undefined {
  return Array.from({ length: MOST_BOOKING_FILES }, (_, index) => index + 1).find((number) => !taken.includes(number))
}

/** Files of packages that ended before are forgotten. */
export function filesForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
