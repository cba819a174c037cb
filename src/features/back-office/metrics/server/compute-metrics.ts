import { z } from 'zod'
import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Currency } from '#platform/shared/money.ts'
import { CurrentMetric, Metric, type MetricFilter, MonthlyMetric } from '../contract.ts'
import { canUseCached, monthsUntil, toPeriod } from '../rules.ts'
import { allowSlowQuery, findCachedRow, type Selection, type Sum, saveCachedRow, sumMetrics } from './store.ts'

export type ComputedMetrics = {
  /** Time the metrics were cached. Null if they were computed for this request. */
  asOf: Date | null
  months: string[]
  sums: Sum[]
}

export async function computeMetrics(db: Db, now: Date, paymentMode: PaymentMode): Promise<ComputedMetrics> {
  const months = monthsUntil(now)
  const sums = await sumMetrics(
    db,
    { now, paymentMode },
    {
      bounds: toMonthBounds(months),
      monthly: MonthlyMetric.options,
      current: CurrentMetric.options.map((metric) => toSelection({ metric }, now)),
    },
  )
  return { asOf: null, months, sums }
}

/** Start of each month, then the end of the last one. */
function toMonthBounds(months: string[]): Date[] {
  return [...months.map((month) => toPeriod(month).from), toPeriod(months.at(-1) ?? '').before]
}

/** Selects a metric's rows: one month, all months in the overview, or the current state. */
export function toSelection({ metric, month, currency }: MetricFilter, now: Date): Selection {
  const hasPeriod = MonthlyMetric.safeParse(metric).success || metric === 'first-sessions'
  const [first = '', last = ''] = month ? [month, month] : [monthsUntil(now).at(0), monthsUntil(now).at(-1)]
  return { metric, period: hasPeriod ? toPeriod(first, last) : undefined, currency }
}

/** Validated when read, because another release may have cached different metrics. */
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

/** Computes all metrics in the overview and caches them for the next few minutes. */
export async function refreshCachedMetrics(
  { db, now }: Pick<Context, 'db' | 'now'>,
  paymentMode: PaymentMode,
): Promise<void> {
  const asOf = now()
  const { months, sums } = await db
    .transaction()
    // Read all metrics from one snapshot. Otherwise, a session whose attendance is marked during the run could be
    // missing from all of them.
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await allowSlowQuery(tx)
      return computeMetrics(tx, asOf, paymentMode)
    })
  const rowCount = sums.reduce((count, sum) => count + sum.count, 0)
  await saveCachedRow(db, paymentMode, { asOf, rowCount, months, sums })
}
