import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { countFigures } from './count-figures.ts'
import { keep, takeTime } from './kept-store.ts'

/** Counts every figure of the overview at one moment, for whoever looks in the next minutes. */
export async function keepFigures({ db, now }: Pick<Context, 'db' | 'now'>, paymentMode: PaymentMode): Promise<void> {
  const asOf = now()
  const { months, sums } = await db
    .transaction()
    // All of one state: a session that is marked meanwhile is counted by none of them.
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await takeTime(tx)
      return countFigures(tx, asOf, paymentMode)
    })
  const rowCount = sums.reduce((count, sum) => count + sum.count, 0)
  await keep(db, paymentMode, { asOf, rowCount, months, sums })
}
