import { z } from 'zod'

export const Currency = z.enum(['GBP', 'USD'])
export type Currency = z.infer<typeof Currency>

/** An amount in the smallest unit of its currency: £99.00 and $99.00 are 9900. Never a fraction. */
export const MinorUnits = z.int().min(0).brand<'MinorUnits'>()
export type MinorUnits = z.infer<typeof MinorUnits>

export function minorUnits(amount: number): MinorUnits {
  if (!Number.isSafeInteger(amount)) throw new Error(`${amount} is not a whole number of minor units`)
  return amount as MinorUnits
}

/**
 * Tax on a net amount, rounded half up, once per line (PRODUCT D1).
 * @param rate in basis points: 2000 is 20 %
 */
export function taxOn(net: MinorUnits, rate: number): MinorUnits {
  return minorUnits(Math.floor((net * rate + 5_000) / 10_000))
}

const symbols = { GBP: '£', USD: '$' } satisfies Record<Currency, string>

/** "£118.80", "$1,108.90": the symbol, thousands in groups of three, always two decimals. */
export function formatMoney(amount: number, currency: Currency): string {
  const sign = amount < 0 ? '-' : ''
  const [whole = '0', cents = '00'] = (Math.abs(amount) / 100).toFixed(2).split('.')
  return `${sign}${symbols[currency]}${Number(whole).toLocaleString('en-GB')}.${cents}`
}

/** Sums of several currencies stand side by side and are never added (PRODUCT D1): "£237.60 + $108.90". */
export function formatSums(sums: readonly { currency: Currency; amount: number }[]): string {
  return sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || formatMoney(0, 'GBP')
}
