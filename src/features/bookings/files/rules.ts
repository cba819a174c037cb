import { CLAIM_YEARS } from '#features/company/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { MAX_BOOKING_FILES, MAX_YEARLY_MEGABYTES } from './contract.ts'

/** Finds a session's lowest free file number, or undefined if there is none. */
export function findFreeNumber(usedNumbers: number[]): number | undefined {
  return Array.from({ length: MAX_BOOKING_FILES }, (_, index) => index + 1).find(
    (number) => !usedNumbers.includes(number),
  )
}

/** Returns the start of the period covered by the yearly limit. Files added before then do not count. */
export function filesCountedSince(now: Date): Date {
  return addSpan(now, { months: -12 })
}

/** @param bytes how much the member has uploaded in the last twelve months */
export function exceedsYearlyLimit(bytes: number): boolean {
  return bytes > MAX_YEARLY_MEGABYTES * 1_048_576
}

/** Returns the cutoff. Files from packages that ended before it are purged. */
export function filesPurgedBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
