import type { PaymentMode, SubscriptionStatus } from '#features/purchases/contract.ts'

/** What the provider says of an invoice of a subscription, in the words that matter here. */
export type ProviderInvoice = {
  id: string
  status: 'draft' | 'open' | 'paid' | 'void'
  /** The one with which the subscription was begun. */
  isFirst: boolean
  amount: number
  amountPaid: number
  currency: string
  period: { startsAt: Date; endsAt: Date }
  attempts: number
  /** When the provider tries again by itself. */
  nextAttemptAt: Date | null
  paymentIntentId: string | null
  createdAt: Date
}

/** What the provider says of a subscription. */
export type ProviderSubscription = {
  id: string
  /** Ours, from the mark that we gave it. */
  subscriptionId: string | undefined
  customerId: string
  status: SubscriptionStatus
  /** When it was begun, before its first month was paid: its periods count from then. */
  startedAt: Date
  cancelsAtPeriodEnd: boolean
  periodEndsAt: Date
  endedAt: Date | null
  /** It ended because nobody paid. */
  isUnpaidForGood: boolean
  card: { brand: string; last4: string } | null
  /** The provider's name of the card that pays the months. */
  cardId: string | null
  /** Oldest first. */
  invoices: ProviderInvoice[]
}

type State = {
  providerId: string | null
  status: SubscriptionStatus
  cancelsAtPeriodEnd: boolean
  periodEndsAt: Date | null
  pastDueSince: Date | null
  card: { brand: string; last4: string } | null
  endedAt: Date | null
}

/** How a subscription stands, by the provider's own record and nothing else. What has ended never lives again. */
export function decideState(before: State, seen: ProviderSubscription, now: Date): State {
  if (before.endedAt) return before
  const due = dueInvoice(seen)
  return {
    providerId: seen.id,
    status: seen.status,
    cancelsAtPeriodEnd: seen.cancelsAtPeriodEnd,
    periodEndsAt: seen.periodEndsAt,
    pastDueSince: seen.status === 'past_due' ? (before.pastDueSince ?? due?.createdAt ?? now) : null,
    card: seen.card ?? before.card,
    endedAt: seen.status === 'ended' ? (seen.endedAt ?? now) : null,
  }
}

/** The month that is to be paid first, once the provider has tried to. */
export function dueInvoice({ invoices }: Pick<ProviderSubscription, 'invoices'>): ProviderInvoice | undefined {
  return invoices.find(({ status, isFirst, attempts }) => status === 'open' && !isFirst && attempts > 0)
}

/** Did the provider take what was agreed for each month, no more, no less, and in the same currency? */
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

/** What its member is told of a change: a letter each. */
export type SubscriptionNews = 'cancelled' | 'resumed' | 'ended-unpaid' | 'ended'

export function decideNews(
  before: State,
  after: State,
  { isUnpaidForGood }: { isUnpaidForGood: boolean },
): SubscriptionNews | undefined {
  // Whoever never paid was never told that it began.
  if (before.endedAt || before.status === 'incomplete') return undefined
  if (after.endedAt) {
    if (isUnpaidForGood || before.status === 'unpaid') return 'ended-unpaid'
    return before.cancelsAtPeriodEnd ? undefined : 'ended'
  }
  if (after.cancelsAtPeriodEnd === before.cancelsAtPeriodEnd) return undefined
  return after.cancelsAtPeriodEnd ? 'cancelled' : 'resumed'
}

/** One of the sandbox, on a site that takes real money now: it will never be charged. The other way round it is, unseen. */
export function isLeftBehind({ paymentMode }: { paymentMode: PaymentMode }, mode: PaymentMode): boolean {
  return paymentMode === 'sandbox' && mode === 'stripe'
}

/** A month's charge is announced so long before (PAYMENTS §9.2). */
export const REMINDER_DAYS = 3

/** What is paid for cannot be cancelled any more, what is not paid ends at once: nothing further is charged either way. */
export function endsAtOnce({ status }: { status: SubscriptionStatus }): boolean {
  return status !== 'active'
}
