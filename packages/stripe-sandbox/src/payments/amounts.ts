import { invalidRequest } from '../wire/api-error.ts'

/** The smallest amount that can be charged, in minor units. It must exceed the fees. */
const minimumCharges: Record<string, number> = {
  aud: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  gbp: 30,
  nzd: 50,
  usd: 50,
}

const MAX_CHARGE = 99_999_999

export function requireCurrency(sentCurrency: string): string {
  const currency = sentCurrency.toLowerCase()
  if (minimumCharges[currency]) return currency
  const supported = Object.keys(minimumCharges).join(', ')
  throw invalidRequest(`Invalid currency: ${sentCurrency}. The sandbox supports these currencies: ${supported}`, {
    param: 'currency',
  })
}

export function requireChargeableAmount(amount: number, currency: string): void {
  const minimum = minimumCharges[currency] ?? 50
  if (amount < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < minimum) {
    throw invalidRequest(`Amount must be at least ${(minimum / 100).toFixed(2)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > MAX_CHARGE) {
    throw invalidRequest('Amount must be no more than 999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
}

/** In minor units, and roughly the fees for a UK account: 1.5 % and 20p in GBP, 2.9 % and 30 in other currencies. */
export function feeFor(amount: number, currency: string): number {
  return currency === 'gbp' ? Math.round(amount * 0.015) + 20 : Math.round(amount * 0.029) + 30
}
