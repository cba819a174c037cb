import { formatMoney } from '#platform/shared/format-money.ts'
import type { Currency } from '#platform/shared/money.ts'

/** Uses digits of equal width, so that columns of amounts line up. */
export function Money({ amount, currency }: { amount: number; currency: Currency }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>
}
