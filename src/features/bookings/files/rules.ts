import { CLAIM_YEARS } from '#features/company/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { MAX_BOOKING_FILES, MAX_YEARLY_MEGABYTES } from './contract.ts'

/** Finds the lowest free file number of a session, or undefined if it is full. */
export function findFreeNumber(usedNumbers: number[]): number | undefined {
  return Array.from({ length: MAX_BOOKING_FILES }, (_, index) => index + 1).find(
    (number) => !usedNumbers.includes(number),
  )
}

/** Returns the start of the period for the yearly limit. Files added earlier do not count. */
export function filesCountedSince(now: Date): Date {
  return addSpan(now, { months: -12 })
}

/** @param bytes uploaded by the member within the last twelve months */
export function exceedsYearlyLimit(bytes: number): boolean {
  return bytes > MAX_YEARLY_MEGABYTES * 1_048_576
}

/** Returns the cutoff: files of packages that ended before it are purged. */
export function filesPurgedBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
