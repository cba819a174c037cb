import { type Currency, type MinorUnits, minorUnits, taxOn } from '#platform/shared/money.ts'
import type { MarketId, Price } from './contract.ts'

/** A market's currency, tax rate in basis points and tax label (PRODUCT D1). */
export type Market = { id: MarketId; currency: Currency; taxRateBasisPoints: number; taxLabel: string }

/** Duration of a purchase. A month is a calendar month. */
export type Span = { weeks: number; months: number }

/** Computes the amounts shown on cards and used in structured data, the checkout, Stripe and documents. */
export function priceIn(market: Market, net: MinorUnits): Price {
  const tax = taxOn(net, market.taxRateBasisPoints)
  return {
    market: market.id,
    currency: market.currency,
    net,
    taxRateBasisPoints: market.taxRateBasisPoints,
    taxLabel: market.taxLabel,
    tax,
    total: minorUnits(net + tax),
  }
}

/** "1 week", "2 weeks", "1 month", and for a subscription "1 month subscription" (SPEC §9). */
export function formatDuration({ weeks, months }: Span, billing: 'once' | 'monthly'): string {
  const duration = [formatCount(months, 'month'), formatCount(weeks, 'week')].filter(Boolean).join(' and ')
  return billing === 'monthly' ? `${duration} subscription` : duration
}

function formatCount(count: number, unit: string): string {
  if (count === 0) return ''
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Maps each package to the one it can replace. An upgrade refunds the unused part of the old package. */
const lesserPackages: Readonly<Record<string, string>> = {
  'my-future-pro': 'my-future-basic',
  'study-world-pro': 'study-world-basic',
  'biz-future-pro': 'biz-future-basic',
}

/** Returns the package that this one can replace. */
export function upgradesFrom(packageId: string): string | undefined {
  return lesserPackages[packageId]
}

/** The UK standard rate, in basis points (VATA 1994 s. 2). */
export const STANDARD_VAT_RATE = 2_000

/** @param rate in basis points */
export function vatLabel(rate: number): string {
  return `VAT (${rate / 100}%)`
}
