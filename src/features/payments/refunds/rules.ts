import type { BuyerKind, PurchaseStatus } from '#features/purchases/contract.ts'
import type { StartConsent } from '#features/purchases/rules.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { ProviderRefund } from '../stripe/rules.ts'

/** Describes the bookings cancelled when a package ends early; undefined if there are none. */
export function describeUpcomingSessions(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? 'its booked session' : `its ${count} booked sessions`
}

export type PaidPurchase = {
  status: PurchaseStatus
  total: number
  refunded: number
  currency: Currency
  buyer: { kind: BuyerKind }
  consent: StartConsent
  completedAt: Date | null
  createdAt: Date
}

/** Decides whether staff may refund an amount, and whether it is all that is left. */
export function decideStaffRefund(
  { status, total, refunded }: Pick<PaidPurchase, 'status' | 'total' | 'refunded'>,
  amount: number,
): { refusal: 'purchase-disputed' | 'nothing-to-refund' | 'refund-too-high' | null; isWhole: boolean } {
  const remainder = total - refunded
  const isWhole = amount === remainder
  if (status === 'disputed') return { refusal: 'purchase-disputed', isWhole }
  const isPaid = status === 'completed' || status === 'partially_refunded'
  if (!isPaid || remainder === 0) return { refusal: 'nothing-to-refund', isWhole }
  return { refusal: amount > remainder ? 'refund-too-high' : null, isWhole }
}

type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed'

/**
 * Decides what Stripe's refund status means. 'sent': the money has left us; 'arrived': it has reached the buyer;
 * 'came-back': it left us but was returned; 'failed': it never left us.
 */
export function decideRefundStep(
  stored: { status: RefundStatus; isKnownToProvider: boolean },
  reported: ProviderRefund['status'],
): 'sent' | 'arrived' | 'came-back' | 'failed' | 'nothing' {
  if (!stored.isKnownToProvider) return reported === 'failed' ? 'failed' : 'sent'
  if (stored.status === 'failed') return 'nothing'
  if (reported === 'failed') return 'came-back'
  return stored.status === 'pending' && reported === 'succeeded' ? 'arrived' : 'nothing'
}

/** The refund for a package replaced by an upgrade: the promised credit, limited to the amount not yet refunded. */
export function decideUpgradeRefund(
  replaced: { total: number; refunded: number },
  { credit, isAlreadyRefunded }: { credit: number; isAlreadyRefunded: boolean },
): number {
  return isAlreadyRefunded ? 0 : Math.min(credit, replaced.total - replaced.refunded)
}

/** Sums the given refunds and lost disputes, in minor units. */
export function sumReturned(refunds: { amount: number }[], disputes: { amount: number; status: string }[]): number {
  const lost = disputes.filter(({ status }) => status === 'lost')
  return [...refunds, ...lost].reduce((sum, { amount }) => sum + amount, 0)
}
