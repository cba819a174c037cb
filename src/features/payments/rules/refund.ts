import type { BuyerKind, PurchaseStatus } from '#features/purchases/contract.ts'
import { type StartConsent, startsAtOnce } from '#features/purchases/rules.ts'
import { addSpan, endOfCompanyDay, fullDaysBetween } from '#platform/shared/calendar.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { Withdrawal } from '../contract/refund.ts'

/** CCR 2013 reg. 30: a consumer may cancel until the end of the fourteenth day after the contract was made. */
const WITHDRAWAL_DAYS = 14

/** The weights of a package's lines, in basis points of its price. */
const WHOLE_PRICE = 10_000

/** What a package promises, and what of it was received. Without a promised number it is unlimited. */
export type ReceivedLine = { title: string; weight: number; promised: number | null; used: number }

export type Received = {
  startsAt: Date
  /** It may run longer: an extension is no part of what was paid. */
  boughtUntil: Date
  /** When it was ended before its time. */
  cancelledAt: Date | null
  lines: ReceivedLine[]
}

type Counting = Withdrawal['counting']

/** The last moment at which a contract of that day can be cancelled. */
export function withdrawableUntil(paidAt: Date): Date {
  return endOfCompanyDay(addSpan(paidAt, { days: WITHDRAWAL_DAYS }))
}

/**
 * What is not used of a package, in minor units: the price less what was received of it (PRODUCT D21), rounded once
 * and in the member's favour. A package with an unlimited line is counted by days.
 */
export function countUnused(
  total: number,
  { startsAt, boughtUntil, cancelledAt, lines }: Received,
  now: Date,
): { unused: number; counting: Counting } {
  const until = cancelledAt && cancelledAt < now ? cancelledAt : now
  if (until < startsAt) return { unused: total, counting: { by: 'nothing-used' } }
  if (lines.some(({ promised }) => promised === null)) {
    const of = Math.max(1, fullDaysBetween(startsAt, boughtUntil))
    const used = Math.min(of, fullDaysBetween(startsAt, until))
    return { unused: withoutShare(total, BigInt(used), BigInt(of)), counting: { by: 'days', used, of } }
  }
  const limited = lines.map(({ title, weight, promised, used }) => {
    const most = promised ?? 0
    return { title, weight, promised: most, used: Math.min(most, Math.max(0, used)) }
  })
  const { share, whole } = shareReceived(limited)
  return {
    unused: withoutShare(total, share, whole),
    counting: { by: 'lines', lines: limited.map(({ title, used, promised }) => ({ title, used, promised })) },
  }
}

/** The sum of weight x used / promised, as an exact fraction: rounding comes once, at the end. */
function shareReceived(lines: { weight: number; promised: number; used: number }[]) {
  let [share, whole] = [0n, BigInt(WHOLE_PRICE)]
  for (const { weight, promised, used } of lines) {
    const of = BigInt(promised)
    share = share * of + (whole / BigInt(WHOLE_PRICE)) * BigInt(weight * used)
    whole *= of
  }
  return { share, whole }
}

function withoutShare(total: number, share: bigint, whole: bigint): number {
  return total - Number((BigInt(total) * share) / whole)
}

type Paid = {
  status: PurchaseStatus
  total: number
  refunded: number
  currency: 'GBP' | 'USD'
  buyer: { kind: BuyerKind }
  consent: StartConsent
  completedAt: Date | null
  createdAt: Date
}

type Standing = {
  /** Undefined where nothing was granted for it. */
  received: Received | undefined
  /** A later month of a subscription: the contract was made with the first. */
  isRenewal: boolean
  comingSessions: number
  /** It was cancelled already, or given in payment for another package. */
  isGivenBack: boolean
  now: Date
}

/** What cancelling within the 14 days would mean, and whether it is possible (PRODUCT D21). */
export function decideWithdrawal(
  purchase: Paid,
  { received, isRenewal, comingSessions, isGivenBack, now }: Standing,
): Withdrawal {
  const until = withdrawableUntil(purchase.completedAt ?? purchase.createdAt)
  const counted = received
    ? countWithdrawn(purchase, received, now)
    : { unused: 0, counting: { by: 'nothing-used' as const } }
  const remainder = purchase.total - purchase.refunded
  const obstacle = obstacleTo(purchase, { isRenewal, isLate: now > until, isGivenBack: isGivenBack || remainder === 0 })
  return {
    obstacle: obstacle ?? (isFullyDelivered(counted.counting) ? 'fully-delivered' : null),
    until: until.toISOString(),
    currency: purchase.currency,
    paid: minorUnits(purchase.total),
    refund: minorUnits(obstacle ? 0 : Math.min(counted.unused, remainder)),
    comingSessions,
    counting: counted.counting,
  }
}

/** Whoever did not ask for a start within the 14 days owes nothing for what came in them (CCR 2013 reg. 36). */
function countWithdrawn(purchase: Paid, received: Received, now: Date) {
  const { total } = purchase
  if (!startsAtOnce(purchase)) return { unused: total, counting: { by: 'nothing-used' as const } }
  return countUnused(total, received, now)
}

function obstacleTo(
  { status, buyer }: Paid,
  { isRenewal, isLate, isGivenBack }: { isRenewal: boolean; isLate: boolean; isGivenBack: boolean },
): Withdrawal['obstacle'] {
  if (status === 'refunded') return 'given-back'
  // What a bank has taken back for now is not paid either.
  if (status !== 'completed' && status !== 'partially_refunded') return 'not-paid'
  if (buyer.kind === 'business') return 'business'
  if (isRenewal) return 'renewal'
  if (isGivenBack) return 'given-back'
  return isLate ? 'too-late' : null
}

/** With everything delivered within the 14 days the right to cancel is lost (CCR 2013 reg. 36). */
function isFullyDelivered(counting: Counting): boolean {
  if (counting.by === 'days') return counting.used >= counting.of
  return counting.by === 'lines' && counting.lines.every(({ used, promised }) => used >= promised)
}

/** May staff give back so much of a purchase, and is it all that is left of it? */
export function decideStaffRefund(
  { status, total, refunded }: Pick<Paid, 'status' | 'total' | 'refunded'>,
  amount: number,
): { refusal: 'purchase-disputed' | 'nothing-to-refund' | 'refund-too-high' | null; isWhole: boolean } {
  const remainder = total - refunded
  const isWhole = amount === remainder
  if (status === 'disputed') return { refusal: 'purchase-disputed', isWhole }
  const isPaid = status === 'completed' || status === 'partially_refunded'
  if (!isPaid || remainder === 0) return { refusal: 'nothing-to-refund', isWhole }
  return { refusal: amount > remainder ? 'refund-too-high' : null, isWhole }
}

/** A refund as the provider has it. */
export type ProviderRefund = {
  id: string
  /** Our request, where it was one of ours. */
  requestId: string | undefined
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
  createdAt: Date
}

/** A payment that its bank has taken back, or asks about, as the provider has it. */
export type ProviderDispute = {
  id: string
  amount: number
  reason: string
  /** 'inquiry': the bank only asks, and no money moves. */
  status: 'inquiry' | 'open' | 'won' | 'lost'
  createdAt: Date
}

export type ProviderReturns = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

type RefundStatus = 'requested' | 'pending' | 'succeeded' | 'failed'

/**
 * What the provider's record of a refund means here. 'sent': the money left us; 'arrived': it did before, and now it is
 * there; 'came-back': it did not stay there; 'failed': it never left.
 */
export function decideRefundStep(
  known: { status: RefundStatus; isKnownToProvider: boolean },
  reported: ProviderRefund['status'],
): 'sent' | 'arrived' | 'came-back' | 'failed' | 'nothing' {
  if (!known.isKnownToProvider) return reported === 'failed' ? 'failed' : 'sent'
  if (known.status === 'failed') return 'nothing'
  if (reported === 'failed') return 'came-back'
  return known.status === 'pending' && reported === 'succeeded' ? 'arrived' : 'nothing'
}

/** What goes back for a package that another one was bought in place of: what was promised, if so much is left of it. */
export function decideUpgradeRefund(
  old: { total: number; refunded: number },
  { credit, isGivenBack }: { credit: number; isGivenBack: boolean },
): number {
  return isGivenBack ? 0 : Math.min(credit, old.total - old.refunded)
}

/** What went back of a payment, in minor units, of the refunds that are counted and what a bank keeps. */
export function sumGone(refunds: { amount: number }[], disputes: { amount: number; status: string }[]): number {
  const lost = disputes.filter(({ status }) => status === 'lost')
  return [...refunds, ...lost].reduce((sum, { amount }) => sum + amount, 0)
}
