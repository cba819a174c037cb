import { z } from 'zod'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import { Metric } from '../contract.ts'
import { canUseCached } from '../rules.ts'
import { allowSlowQuery, findCachedRow, saveCachedRow } from './cache-store.ts'
import { type ComputedMetrics, computeMetrics } from './compute-metrics.ts'

/** Checked on reading, because a different release may have written other metrics. */
const CachedSums = z.array(
  z.object({
    metric: Metric,
    month: z.int(),
    currency: Currency.nullable(),
    count: z.int(),
    amount: z.int().nullable(),
    medianDays: z.number().nullable(),
  }),
)

/** Returns cached metrics if there are too many rows to compute them on request. */
export async function findCachedMetrics(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentMode: PaymentMode,
): Promise<ComputedMetrics | undefined> {
  const cached = await findCachedRow(db, paymentMode)
  if (!cached || !canUseCached(cached, now())) return undefined
  const sums = CachedSums.safeParse(cached.sums)
  return sums.success ? { asOf: cached.asOf, months: cached.months, sums: sums.data } : undefined
}

/** Computes all metrics of the overview and caches them for the next minutes. */
export async function refreshCachedMetrics(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentMode: PaymentMode,
): Promise<void> {
  const asOf = now()
  const { months, sums } = await db
    .transaction()
    // One snapshot for all metrics. Otherwise a session marked during the run could be missing from all of them.
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await allowSlowQuery(tx)
      return computeMetrics(tx, asOf, paymentMode)
    })
  const rowCount = sums.reduce((count, sum) => count + sum.count, 0)
  await saveCachedRow(db, paymentMode, { asOf, rowCount, months, sums })
}
