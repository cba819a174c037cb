import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CurrentMetric, type MetricFilter, MonthlyMetric } from '../contract.ts'
import { monthsUntil, toPeriod } from '../rules.ts'
import { type Selection, type Sum, sumMetrics } from './store.ts'

export type ComputedMetrics = {
  /** Null if they were computed for this request. */
  asOf: Date | null
  months: string[]
  sums: Sum[]
}

/** Computes every metric of the overview. */
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

/** Selects the rows of a metric: one month, all months of the overview, or the current state. */
export function toSelection({ metric, month, currency }: MetricFilter, now: Date): Selection {
  const hasPeriod = MonthlyMetric.safeParse(metric).success || metric === 'first-sessions'
  const [first = '', last = ''] = month ? [month, month] : [monthsUntil(now).at(0), monthsUntil(now).at(-1)]
  return { metric, period: hasPeriod ? toPeriod(first, last) : undefined, currency }
}
