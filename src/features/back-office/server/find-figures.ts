import { z } from 'zod'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import { Figure } from '../contract/figure.ts'
import { areShownAsKept } from '../rules/kept-figures.ts'
import type { Figures } from './count-figures.ts'
import { findKept } from './kept-store.ts'

/** Another version may have kept others. */
const KeptSums = z.array(
  z.object({
    figure: Figure,
    month: z.int(),
    currency: Currency.nullable(),
    count: z.int(),
    amount: z.int().nullable(),
    medianDays: z.number().nullable(),
  }),
)

/** Figures that were counted a few minutes ago, where counting them anew takes longer than anybody would wait. */
export async function findFigures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentMode: PaymentMode,
): Promise<Figures | undefined> {
  const kept = await findKept(db, paymentMode)
  if (!kept || !areShownAsKept(kept, now())) return undefined
  const sums = KeptSums.safeParse(kept.sums)
  return sums.success ? { asOf: kept.asOf, months: kept.months, sums: sums.data } : undefined
}
