import { addSpan } from '#platform/shared/calendar.ts'
import { CLAIM_YEARS } from '#platform/shared/claims.ts'
import { MOST_BOOKING_FILES, MOST_YEARLY_MEGABYTES } from '../contract/booking-file.ts'

/** The first place among the files of a session that is free; undefined where there is none. */
export function freeNumber(taken: number[]): number | undefined {
  return Array.from({ length: MOST_BOOKING_FILES }, (_, index) => index + 1).find((number) => !taken.includes(number))
}

/** What was given before counts no more for how much a member may give us. */
export function filesCountedSince(now: Date): Date {
  return addSpan(now, { months: -12 })
}

/** @param given bytes of all that they gave us in the time that counts */
export function isTooMuch(given: number): boolean {
  return given > MOST_YEARLY_MEGABYTES * 1_048_576
}

/** Files of packages that ended before are forgotten. */
export function filesForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
