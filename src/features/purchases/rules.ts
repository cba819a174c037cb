import type { Span } from '#features/catalogue/rules.ts'
import { addSpan, companyDay, countDays, startOfDay } from '#platform/shared/calendar.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { BuyerKind, PurchaseStatus, StartChoice } from './contract.ts'

/** CCR 2013 reg. 30: a consumer may cancel until the end of the fourteenth day after the contract was made. */
export const CANCELLATION_DAYS = 14

/** The start choice of PRODUCT D19. 'today' includes the acknowledgement. Null for a business, which has no choice. */
export type StartConsent = { start: StartChoice | null }

/**
 * The text accepted when asking for a start within the cancellation period (PRODUCT D19). If the text changes, it needs
 * a new version: each purchase keeps the version that its buyer read, and an outdated page is refused.
 */
export const startTerms = {
  version: '2026-12',
  acknowledgement:
    'Please start my package within the 14-day cancellation period: I understand that if I cancel, you keep the price of what I’ve used, and that once everything is delivered I lose the right to cancel.',
}

/** The terms and the buyer, as they were when the purchase started. */
export type Agreement = { consent: StartConsent; buyer: { kind: BuyerKind } }

/**
 * A business has no 14-day right to cancel (CCR 2013), so its package starts immediately and it is offered no choice.
 */
export function startsAtOnce({ consent: { start }, buyer }: Agreement): boolean {
  return buyer.kind === 'business' || start === 'today'
}

/** Midnight in London after the last day to cancel, which is day 15 of the contract (PRODUCT D19). */
export function laterStart(contractMadeAt: Date): Date {
  return startOfDay(companyDay(contractMadeAt), CANCELLATION_DAYS + 1)
}

/**
 * Decides when a paid package starts and ends. If the member already has the package, the new one starts when the
 * current one ends (PRODUCT D11). The 14 days count from the payment, because that is when the contract is made.
 */
export function decidePeriod({
  agreement,
  paidAt,
  runsUntil,
  span,
}: {
  agreement: Agreement
  paidAt: Date
  /** When the member's current package of this kind ends. */
  runsUntil: Date | undefined
  span: Span
}): { startsAt: Date; endsAt: Date } {
  const earliestStart = startsAtOnce(agreement) ? paidAt : laterStart(paidAt)
  const startsAt = runsUntil && runsUntil > earliestStart ? runsUntil : earliestStart
  return { startsAt, endsAt: addSpan(startsAt, span) }
}

/**
 * Shifts the charged period by the initial delay in days, so that periods follow one another without gaps or overlaps.
 * After a start on day 15, periods run from midnight to midnight.
 */
export function decideBilledPeriod(
  billed: { startsAt: Date; endsAt: Date },
  agreement: Agreement,
  delayedBy: number,
): { startsAt: Date; endsAt: Date } {
  const delay = (moment: Date) =>
    startsAtOnce(agreement) ? addSpan(moment, { days: delayedBy }) : startOfDay(companyDay(moment), delayedBy)
  return { startsAt: delay(billed.startsAt), endsAt: delay(billed.endsAt) }
}

/**
 * Days to add to a subscription's delay: Stripe counts periods from the start of the subscription, but the 14 days
 * count from its first payment, which may be almost a day later.
 */
export function extraDelayDays(
  agreement: Agreement,
  { startedAt, firstPaidAt, delayedDays }: { startedAt: Date; firstPaidAt: Date; delayedDays: number },
): number {
  if (startsAtOnce(agreement)) return 0
  return Math.max(0, countDays(companyDay(startedAt), companyDay(laterStart(firstPaidAt))) - delayedDays)
}

/**
 * Days from payment until each period starts (PRODUCT D19): long enough for the cancellation period and the member's
 * current package (D11) to end first.
 */
export function delayedDays(agreement: Agreement, { now, runsUntil }: { now: Date; runsUntil: Date | undefined }) {
  if (startsAtOnce(agreement)) return runsUntil ? daysUntil(now, runsUntil) : 0
  // Count up to the first midnight after the current package ends.
  const daysRunning = runsUntil ? countDays(companyDay(now), companyDay(new Date(runsUntil.getTime() - 1))) + 1 : 0
  return Math.max(CANCELLATION_DAYS + 1, daysRunning)
}

export function daysUntil(now: Date, moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY_MS))
}

/** A purchase completes once. Even a failed or cancelled purchase is completed by a late payment. */
export function canComplete(status: PurchaseStatus): boolean {
  return status === 'pending' || status === 'failed' || status === 'cancelled'
}

/**
 * The status after refunds and disputes.
 * @param credited the total of the credit notes, in minor units like `total`
 */
export function decidePurchaseStatus({
  total,
  credited,
  isDisputed,
}: {
  total: number
  credited: number
  isDisputed: boolean
}): PurchaseStatus {
  if (isDisputed) return 'disputed'
  if (credited === 0) return 'completed'
  return credited < total ? 'partially_refunded' : 'refunded'
}
