import { z } from 'zod'

export const Currency = z.enum(['GBP', 'USD'])
export type Currency = z.infer<typeof Currency>

/** An amount in minor units: £99.00 and $99.00 are 9900. Never a fraction. */
export const MinorUnits = z.int().min(0).brand<'MinorUnits'>()
export type MinorUnits = z.infer<typeof MinorUnits>

export function minorUnits(amount: number): MinorUnits {
  if (!Number.isSafeInteger(amount)) throw new Error(`${amount} is not a whole number of minor units`)
  return amount as MinorUnits
}

/** Tax on a net amount, rounded half up, once per line (PRODUCT D1). @param rate in basis points: 2000 is 20 % */
export function taxOn(net: MinorUnits, rate: number): MinorUnits {
  return minorUnits(Math.floor((net * rate + 5_000) / 10_000))
}
