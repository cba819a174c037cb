import type { Span } from '#features/catalogue/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import type { PurchaseStatus } from '../contract.ts'
import { type Agreement, daysUntil } from '../rules.ts'

/** True if the buyer may start the package before the chosen day. */
export function canStartNow(
  {
    agreement,
    startsAt,
    cancelledAt,
    status,
  }: { agreement: Agreement; startsAt: Date; cancelledAt: Date | null; status: PurchaseStatus | null },
  now: Date,
): boolean {
  const isWaiting = now < startsAt && cancelledAt === null && agreement.consent.start === 'later'
  return isWaiting && (status === 'completed' || status === 'partially_refunded')
}

/**
 * "Start now" (PRODUCT D19): calculates the new dates and, for a subscription, how many days after its payment each
 * month starts. An extension by staff is kept.
 */
export function decideEarlyStart(
  { endsAt, boughtUntil, span, firstMonth }: WaitingPackage,
  now: Date,
): { startsAt: Date; endsAt: Date; boughtUntil: Date; delayedDays: number | null } {
  const delayedDays = firstMonth && daysUntil(firstMonth.startedAt, now)
  const bought =
    firstMonth && delayedDays !== null ? addSpan(firstMonth.paidUntil, { days: delayedDays }) : addSpan(now, span)
  const isExtended = endsAt > boughtUntil && endsAt > bought
  return { startsAt: now, endsAt: isExtended ? endsAt : bought, boughtUntil: bought, delayedDays }
}

type WaitingPackage = {
  endsAt: Date
  boughtUntil: Date
  span: Span
  /** The first month of a subscription, with Stripe's dates. */
  firstMonth: { startedAt: Date; paidUntil: Date } | null
}
