import type { Currency } from './money.ts'

// Apart from the schemas of money: a page that only shows amounts need not load what checks them.

const symbols = { GBP: '£', USD: '$' } satisfies Record<Currency, string>

/** "£118.80", "$1,108.90": the symbol, thousands in groups of three, always two decimals. */
export function formatMoney(amount: number, currency: Currency): string {
  const sign = amount < 0 ? '-' : ''
  const [whole = '0', cents = '00'] = (Math.abs(amount) / 100).toFixed(2).split('.')
  return `${sign}${symbols[currency]}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}

/** Sums of several currencies stand side by side and are never added (PRODUCT D1): "£237.60 + $108.90". */
export function formatSums(sums: readonly { currency: Currency; amount: number }[]): string {
  return sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || formatMoney(0, 'GBP')
}
