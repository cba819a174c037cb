import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { FigureFilter, FigureTotal } from '../contract/figure.ts'
import { sumFigure } from './figure-store.ts'
import { choiceOf } from './read-choice.ts'

/** Apart from the list of its rows, which need not wait until all of them are counted. */
export async function getFigureTotal(
  { db, now }: MemberContext,
  filter: FigureFilter,
  paymentMode: PaymentMode,
): Promise<FigureTotal> {
  const situation = { now: now(), paymentMode }
  const sums = await sumFigure(db, situation, choiceOf(filter, situation.now))
  return {
    count: sums.reduce((count, sum) => count + sum.count, 0),
    sums: sums.flatMap(({ currency, amount }) => (currency && amount !== null ? [{ currency, amount }] : [])),
    medianDays: sums[0]?.medianDays ?? null,
  }
}
