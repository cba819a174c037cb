import { companyDay, endOfCompanyDay, startOfDay } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Span } from './buffer.ts'

type Package = { startsAt: Date; endsAt: Date }

/** Shown to the member in the log of the package. */
export const EXTENSION_REASON = 'No times were free before the package ended'

/** The period in which sessions of the package may still start. */
export function daysLeft({ startsAt, endsAt }: Package, now: Date): Span {
  return { from: Math.max(startsAt.getTime(), now.getTime()), until: endsAt.getTime() }
}

/**
 * Decides who gets an extension (PRODUCT D22). It is granted if consultants work before the package's end but every
 * slot is taken. After their last working hour it is granted only if no slot was ever free, so members gain nothing by
 * waiting.
 */
export function earnsExtension({
  isFreeUntilEnd,
  isWorkUntilEnd,
  wasFreeBefore,
}: {
  isFreeUntilEnd: boolean
  isWorkUntilEnd: boolean
  /** Whether a past slot of the package was never taken, so the member could have booked it. */
  wasFreeBefore: boolean
}): boolean {
  return !isFreeUntilEnd && (isWorkUntilEnd || !wasFreeBefore)
}

/**
 * If no slot before the end was free, the package runs until the end of the first later day with one (PRODUCT D22).
 * @returns the days after the end that must have no free slot, and the new end; null if it starts before the end
 */
export function decideExtension(
  entitlement: Pick<Package, 'endsAt'> & { minutes: number },
  startsAt: Date,
): { daysBefore: Span; endsAt: Date } | null {
  if (startsAt < entitlement.endsAt) return null
  const startDay = startOfDay(companyDay(startsAt)).getTime()
  const end = new Date(startsAt.getTime() + entitlement.minutes * MINUTE_MS)
  return { daysBefore: { from: entitlement.endsAt.getTime(), until: startDay }, endsAt: endOfCompanyDay(end) }
}
