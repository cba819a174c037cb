import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MonthlyFigure, PresentFigure } from '../contract/figure.ts'
import { monthsUntil } from '../rules/periods.ts'
import { type Sum, sumFigures } from './figure-store.ts'
import { boundsOf, choiceOf } from './read-choice.ts'

export type Figures = {
  /** Null where they were counted for whoever asks. */
  asOf: Date | null
  months: string[]
  sums: Sum[]
}

/** Every figure of the overview, of now. */
export async function countFigures(db: Db, now: Date, paymentMode: PaymentMode): Promise<Figures> {
  const months = monthsUntil(now)
  const sums = await sumFigures(
    db,
    { now, paymentMode },
    {
      bounds: boundsOf(months),
      monthly: MonthlyFigure.options,
      others: PresentFigure.options.map((figure) => choiceOf({ figure }, now)),
    },
  )
  return { asOf: null, months, sums }
}
