import type { Currency } from './money.ts'

// Separate from the money schemas, so that pages that only show amounts do not load the schema library.

const symbols = { GBP: '£', USD: '$' } satisfies Record<Currency, string>

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats minor units as "£118.80" or "$1,108.90", always with two decimals. */
export function formatMoney(amount: number, currency: Currency): string {
  const sign = amount < 0 ? '-' : ''
  return `${sign}${symbols[currency]}${twoDecimals.format(Math.abs(amount) / 100)}`
}

/** Joins sums of several currencies, which are never added up (PRODUCT D1): "£237.60 + $108.90". */
export function formatSums(sums: readonly { currency: Currency; amount: number }[]): string {
  return sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || formatMoney(0, 'GBP')
}
