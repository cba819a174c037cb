import type { Price } from '#features/catalogue/contract.ts'
import { priceIn } from '#features/catalogue/rules.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'
import type { DiscountDraft, DiscountState } from './contract/admin-codes.ts'
import type { DiscountRefusal } from './contract.ts'

/** Stripe takes no smaller payment, in minor units of either currency. A total of zero is not sold. */
const MIN_TOTAL = 50

/** The terms of a code. Dates are moments: the first one counts, the last one no longer does. */
export type DiscountTerms = Omit<DiscountDraft, 'validFrom' | 'validUntil'> & {
  validFrom: Date | null
  validUntil: Date | null
  isPaused: boolean
}

/** People type codes in any case, and copy spaces with them. */
export function toCodeName(typed: string): string {
  return typed.trim().toUpperCase()
}

/** Takes the discount off the net price; tax is then rounded as for every price. */
function discountedPrice(price: Price, discount: MinorUnits): Price {
  return priceIn({ ...price, id: price.market }, minorUnits(price.net - discount))
}

/**
 * What the code takes off the price before tax. A share is rounded half up, once.
 * @returns null if the code takes nothing off in this market
 */
export function discountOn({ percentage, amounts }: Pick<DiscountTerms, 'percentage' | 'amounts'>, price: Price) {
  if (percentage === null) return amounts[price.market] === null ? null : minorUnits(amounts[price.market] ?? 0)
  return minorUnits(Math.floor((price.net * percentage + 50) / 100))
}

/** True if the provider can take what is left to pay, which a discount larger than the price never leaves. */
export function leavesEnough(price: Price, discount: MinorUnits): boolean {
  return price.net > discount && discountedPrice(price, discount).total >= MIN_TOTAL
}

export type DiscountFacts = {
  terms: DiscountTerms
  offer: { id: string }
  price: Price
  /** Uses by everybody else's and the buyer's other purchases, unfinished ones included. */
  uses: { inAll: number; byBuyer: number }
  /** True if the buyer has paid for a package before. */
  hasBought: boolean
  now: Date
}

type DiscountDecision =
  | { refusal: DiscountRefusal; discount?: undefined }
  | { refusal?: undefined; discount: MinorUnits; price: Price }

/** Prices the offer with a code, or says why the code does not apply (PRODUCT D27). */
export function decideDiscount({ terms, offer, price, uses, hasBought, now }: DiscountFacts): DiscountDecision {
  const discount = discountOn(terms, price)
  const isForPackage = terms.packageIds?.includes(offer.id) ?? true
  const refusals: [applies: boolean, DiscountRefusal][] = [
    [terms.isPaused, 'discount-paused'],
    [terms.validFrom !== null && now < terms.validFrom, 'discount-not-valid-yet'],
    [terms.validUntil !== null && now >= terms.validUntil, 'discount-expired'],
    // The price may have fallen since the code was made.
    [!isForPackage || (discount !== null && !leavesEnough(price, discount)), 'discount-not-for-package'],
    [discount === null, 'discount-not-for-market'],
    [terms.isForNewMembers && hasBought, 'discount-new-members-only'],
    // Only one of a new member's unfinished payments can be their first purchase.
    [isUsedUp(terms.isForNewMembers ? 1 : terms.maxUsesPerMember, uses.byBuyer), 'discount-used-by-you'],
    [isUsedUp(terms.maxUses, uses.inAll), 'discount-used-up'],
  ]
  const [, refusal = undefined] = refusals.find(([applies]) => applies) ?? []
  if (refusal || discount === null) return { refusal: refusal ?? 'discount-not-for-market' }
  return { discount, price: discountedPrice(price, discount) }
}

function isUsedUp(limit: number | null, uses: number): boolean {
  return limit !== null && uses >= limit
}

/** What a subscription agreed: the full price, and what the first months cost less. */
type AgreedPrice = { fullPrice: Price; discount: { amount: MinorUnits; months: number | null } | null }

/** The price of a subscription's month; the first one is 0. */
export function priceOfMonth({ fullPrice, discount }: AgreedPrice, month: number): Price {
  const isDiscounted = discount !== null && (discount.months === null || month < discount.months)
  return isDiscounted ? discountedPrice(fullPrice, discount.amount) : fullPrice
}

const MONTH_MS = (365.25 / 12) * DAY_MS

/** The months between two days of charge. Months differ by three days at most, so that rounding is exact. */
export function countMonths(from: Date, until: Date): number {
  return Math.round((until.getTime() - from.getTime()) / MONTH_MS)
}

/** The state in the staff list. */
export function decideDiscountState(
  { isPaused, validFrom, validUntil, maxUses }: DiscountTerms,
  { uses, now }: { uses: number; now: Date },
): DiscountState {
  if (isPaused) return 'paused'
  if (validUntil !== null && now >= validUntil) return 'ended'
  if (isUsedUp(maxUses, uses)) return 'used-up'
  return validFrom !== null && now < validFrom ? 'scheduled' : 'active'
}

/** True if the change keeps what buyers of a used code were given. */
export function keepsDiscount(before: DiscountDraft, after: DiscountDraft): boolean {
  return (
    before.code === after.code &&
    before.percentage === after.percentage &&
    before.months === after.months &&
    before.amounts.uk === after.amounts.uk &&
    before.amounts.international === after.amounts.international
  )
}
