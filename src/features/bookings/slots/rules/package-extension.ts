import { companyDay, endOfCompanyDay, startOfDay } from '#platform/shared/calendar.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { Span } from './buffer.ts'

type Package = { startsAt: Date; endsAt: Date }

/** Shown to the member in the package's log. */
export const EXTENSION_REASON = 'No times were free before the package ended'

/** The period in which the package's sessions can still start. */
export function daysLeft({ startsAt, endsAt }: Package, now: Date): Span {
  return { from: Math.max(startsAt.getTime(), now.getTime()), until: endsAt.getTime() }
}

/**
 * Decides whether a package is extended (PRODUCT D22). It is extended if consultants work before it ends but every slot
 * is taken. After their last working hours, it is extended only if no slot was ever free, so that members gain nothing
 * by waiting.
 */
export function earnsExtension({
  isFreeUntilEnd,
  isWorkUntilEnd,
  wasFreeBefore,
}: {
  isFreeUntilEnd: boolean
  isWorkUntilEnd: boolean
  /** Whether a past slot within the package was never taken, so that the member could have booked it. */
  wasFreeBefore: boolean
}): boolean {
  return !isFreeUntilEnd && (isWorkUntilEnd || !wasFreeBefore)
}

/**
 * If no slot was free before the end, the package runs until the end of the first later day with a free slot (PRODUCT
 * D22).
 * @returns the days after the end that must have no free slot, and the new end; null if the session starts before the
 * end
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
