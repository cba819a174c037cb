import { type MinorUnits, minorUnits, taxOn } from '#platform/shared/money.ts'
import type { MarketId, Price } from './contract.ts'

/** A currency, a tax rate in basis points and the label that stands beside the tax (PRODUCT D1). */
export type Market = { id: MarketId; currency: 'GBP' | 'USD'; taxRateBasisPoints: number; taxLabel: string }

/** How long a purchase covers. A month is a calendar month. */
export type Span = { weeks: number; months: number }

/** The four figures that card, structured data, checkout, provider and papers share. */
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
export function durationInWords({ weeks, months }: Span, billing: 'once' | 'monthly'): string {
  const parts = [counted(months, 'month'), counted(weeks, 'week')].filter(Boolean).join(' and ')
  return billing === 'monthly' ? `${parts} subscription` : parts
}

function counted(count: number, unit: string): string {
  if (count === 0) return ''
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
