import type { PaymentMode, SubscriptionStatus } from '#features/purchases/contract.ts'
import type { ProviderInvoice, ProviderSubscription } from '../stripe/rules.ts'

type State = {
  providerId: string | null
  status: SubscriptionStatus
  cancelsAtPeriodEnd: boolean
  periodEndsAt: Date | null
  pastDueSince: Date | null
  card: { brand: string; last4: string } | null
  endedAt: Date | null
}

/** The subscription's state, from Stripe's record alone. An ended subscription never becomes active again. */
export function decideState(before: State, reported: ProviderSubscription, now: Date): State {
  if (before.endedAt) return before
  const unpaidInvoice = findDueInvoice(reported)
  return {
    providerId: reported.id,
    status: reported.status,
    cancelsAtPeriodEnd: reported.cancelsAtPeriodEnd,
    periodEndsAt: reported.periodEndsAt,
    pastDueSince: reported.status === 'past_due' ? (before.pastDueSince ?? unpaidInvoice?.createdAt ?? now) : null,
    card: reported.card ?? before.card,
    endedAt: reported.status === 'ended' ? (reported.endedAt ?? now) : null,
  }
}

/** The first unpaid invoice that Stripe has already tried to collect. */
export function findDueInvoice({ invoices }: Pick<ProviderSubscription, 'invoices'>): ProviderInvoice | undefined {
  return invoices.find(({ status, isFirst, attempts }) => status === 'open' && !isFirst && attempts > 0)
}

/** True if Stripe collected exactly the agreed amount, in the agreed currency. */
export function isAsAgreed(
  price: { total: number; currency: string },
  invoice: ProviderInvoice,
  payment: { amountReceived: number; currency: string },
): boolean {
  return (
    invoice.amountPaid === price.total &&
    payment.amountReceived === price.total &&
    invoice.currency.toUpperCase() === price.currency &&
    payment.currency.toUpperCase() === price.currency
  )
}

/** Changes that we email the member about. */
export type SubscriptionChange = 'cancelled' | 'resumed' | 'ended-unpaid' | 'ended'

export function decideChange(
  before: State,
  after: State,
  { isUnpaidForGood }: { isUnpaidForGood: boolean },
): SubscriptionChange | undefined {
  // The member never paid, so we never told them that the subscription had started.
  if (before.endedAt || before.status === 'incomplete') return undefined
  if (after.endedAt) {
    if (isUnpaidForGood || before.status === 'unpaid') return 'ended-unpaid'
    return before.cancelsAtPeriodEnd ? undefined : 'ended'
  }
  if (after.cancelsAtPeriodEnd === before.cancelsAtPeriodEnd) return undefined
  return after.cancelsAtPeriodEnd ? 'cancelled' : 'resumed'
}

/** On a live site, a sandbox subscription is never charged. On a sandbox site, a live one still is. */
export function isSandboxLeftover({ paymentMode }: { paymentMode: PaymentMode }, mode: PaymentMode): boolean {
  return paymentMode === 'sandbox' && mode === 'stripe'
}

/** Days between the reminder and a month's charge. */
export const REMINDER_DAYS = 3

/** True if there is something left to cancel. */
export function isRenewing({
  status,
  endedAt,
  cancelsAtPeriodEnd,
}: {
  status: SubscriptionStatus
  endedAt: Date | string | null
  cancelsAtPeriodEnd: boolean
}): boolean {
  return endedAt === null && !(cancelsAtPeriodEnd && status === 'active')
}

/** A paid month runs until it ends; an unpaid one ends immediately. Nothing more is charged in either case. */
export function endsImmediately({ status }: { status: SubscriptionStatus }): boolean {
  return status !== 'active'
}
