import type { Currency } from './money.ts'

// Apart from the schemas of money: a page that only shows amounts need not load what checks them.

const symbols = { GBP: '£', USD: '$' } satisfies Record<Currency, string>

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "£118.80", "$1,108.90": the symbol, thousands in groups of three, always two decimals. */
export function formatMoney(amount: number, currency: Currency): string {
  const sign = amount < 0 ? '-' : ''
  return `${sign}${symbols[currency]}${twoDecimals.format(Math.abs(amount) / 100)}`
}

/** Sums of several currencies stand side by side and are never added (PRODUCT D1): "£237.60 + $108.90". */
export function formatSums(sums: readonly { currency: Currency; amount: number }[]): string {
  return sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || formatMoney(0, 'GBP')
}
