import { CANCELLATION_DAYS, startsAtOnce } from '#features/purchases/rules.ts'
import { addSpan, endOfCompanyDay, fullDaysBetween } from '#platform/shared/calendar.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { PaidPurchase } from '../refunds/rules.ts'
import type { Withdrawal } from './contract.ts'

/** The weights of a package's lines add up to this, in basis points of its price. */
const WHOLE_PRICE = 10_000

/** What a line promises, and how much of it has been used. `promised` is null if unlimited. */
export type LineUsage = { title: string; weight: number; promised: number | null; used: number }

export type PackageUsage = {
  startsAt: Date
  /** The end without extensions, which the member did not pay for. */
  boughtUntil: Date
  /** When the package was ended early. */
  cancelledAt: Date | null
  lines: LineUsage[]
}

type RefundCalculation = Withdrawal['counting']

/** The last moment at which a contract made at the given time can be cancelled. */
export function withdrawableUntil(paidAt: Date): Date {
  return endOfCompanyDay(addSpan(paidAt, { days: CANCELLATION_DAYS }))
}

/**
 * The unused value of a package in minor units: the price minus what was used (PRODUCT D21), rounded once in the
 * member's favour. If there is an unlimited line, we keep the share for the days started if that is more.
 */
export function calculateUnused(
  total: number,
  usage: PackageUsage,
  now: Date,
): { unused: number; counting: RefundCalculation } {
  const { lines } = usage
  const days = countDays(usage, now)
  const counted = lines.map((line) => countLine(line, days))
  const linesShare = sumShares(counted)
  const daysShare = sumShares([{ ...days, weight: WHOLE_PRICE }])
  if (lines.some(({ promised }) => promised === null) && isGreater(daysShare, linesShare)) {
    return { unused: subtractShare(total, daysShare), counting: { by: 'days', used: days.used, of: days.promised } }
  }
  if (linesShare.numerator === 0n) return { unused: total, counting: { by: 'nothing-used' } }
  return {
    unused: subtractShare(total, linesShare),
    counting: { by: 'lines', lines: counted.map(({ weight: _, ...line }) => line) },
  }
}

function findEnd({ cancelledAt }: PackageUsage, now: Date): Date {
  return cancelledAt && cancelledAt < now ? cancelledAt : now
}

/** Counts how many days of the package have started. */
function countDays(usage: PackageUsage, now: Date) {
  const { startsAt, boughtUntil } = usage
  const until = findEnd(usage, now)
  const promised = Math.max(1, fullDaysBetween(startsAt, boughtUntil))
  return { used: until < startsAt ? 0 : Math.min(promised, fullDaysBetween(startsAt, until) + 1), promised }
}

/** A single use of an unlimited line has no price, so once the line has been used, we count its days. */
function countLine({ title, weight, promised, used }: LineUsage, days: { used: number; promised: number }) {
  if (promised === null) return { title, weight, ...days, used: used > 0 ? Math.max(1, days.used) : 0, isByDays: true }
  return { title, weight, promised, used: Math.min(promised, Math.max(0, used)), isByDays: false }
}

/** An exact fraction of the price, so that only the final amount is rounded. */
type Share = { numerator: bigint; denominator: bigint }

/** The sum of weight × used / promised. */
function sumShares(lines: { weight: number; promised: number; used: number }[]): Share {
  let [numerator, denominator] = [0n, BigInt(WHOLE_PRICE)]
  for (const { weight, promised, used } of lines) {
    const divisor = BigInt(promised)
    numerator = numerator * divisor + (denominator / BigInt(WHOLE_PRICE)) * BigInt(weight * used)
    denominator *= divisor
  }
  return { numerator, denominator }
}

function isGreater(left: Share, right: Share): boolean {
  return left.numerator * right.denominator > right.numerator * left.denominator
}

function subtractShare(total: number, { numerator, denominator }: Share): number {
  return total - Number((BigInt(total) * numerator) / denominator)
}

type WithdrawalFacts = {
  /** Undefined if the purchase granted nothing. */
  usage: PackageUsage | undefined
  /** A later month of a subscription. The contract was made with the first month. */
  isRenewal: boolean
  upcomingSessions: number
  /** True if the package was already cancelled, or replaced by an upgrade. */
  isAlreadyRefunded: boolean
  now: Date
}

/** Decides whether the member can cancel within the 14 days, and the refund (PRODUCT D21). */
export function decideWithdrawal(
  purchase: PaidPurchase,
  { usage, isRenewal, upcomingSessions, isAlreadyRefunded, now }: WithdrawalFacts,
): Withdrawal {
  const until = withdrawableUntil(purchase.completedAt ?? purchase.createdAt)
  const { total, refunded } = purchase
  const calculation = usage
    ? calculateWithdrawal(purchase, usage, now)
    : { unused: 0, counting: { by: 'nothing-used' as const } }
  const refund = Math.max(0, calculation.unused - refunded)
  const isOver = refunded === total || (refund === 0 && usage?.cancelledAt != null)
  const blocker =
    findBlocker(purchase, { isRenewal, isLate: now > until, isAlreadyRefunded: isAlreadyRefunded || isOver }) ??
    (usage && isFullyDelivered(purchase, usage, now) ? 'fully-delivered' : null)
  return {
    blocker,
    until: until.toISOString(),
    currency: purchase.currency,
    paid: minorUnits(total),
    refunded: minorUnits(refunded),
    refund: minorUnits(blocker ? 0 : refund),
    upcomingSessions,
    counting: calculation.counting,
  }
}

/** A consumer who did not ask for an early start owes nothing for the 14 days (CCR 2013 reg. 36). */
function calculateWithdrawal(purchase: PaidPurchase, usage: PackageUsage, now: Date) {
  const { total } = purchase
  if (!startsAtOnce(purchase)) return { unused: total, counting: { by: 'nothing-used' as const } }
  return calculateUnused(total, usage, now)
}

function findBlocker(
  { status, buyer }: PaidPurchase,
  { isRenewal, isLate, isAlreadyRefunded }: { isRenewal: boolean; isLate: boolean; isAlreadyRefunded: boolean },
): Withdrawal['blocker'] {
  if (status === 'refunded') return 'refunded'
  // A disputed payment does not count as paid.
  if (status !== 'completed' && status !== 'partially_refunded') return 'not-paid'
  if (buyer.kind === 'business') return 'business'
  if (isRenewal) return 'renewal'
  if (isAlreadyRefunded) return 'refunded'
  return isLate ? 'too-late' : null
}

/** Full delivery within the 14 days ends the right to cancel (CCR 2013 reg. 36). */
function isFullyDelivered(purchase: PaidPurchase, usage: PackageUsage, now: Date): boolean {
  const isOver = findEnd(usage, now) >= usage.boughtUntil
  const isDelivered = ({ promised, used }: LineUsage) => (promised === null ? isOver : used >= promised)
  return startsAtOnce(purchase) && usage.lines.every(isDelivered)
}
