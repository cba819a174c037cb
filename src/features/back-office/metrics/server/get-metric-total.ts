import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import { type MetricFilter, type MetricTotal, MonthlyMetric } from '../contract.ts'
import { findCachedMetrics } from './cached-metrics.ts'
import { type ComputedMetrics, choiceOf } from './compute-metrics.ts'
import { type Sum, sumMetric } from './store.ts'

/** A separate endpoint, so that the list does not wait for the total. */
export async function getMetricTotal(
  context: MemberContext,
  filter: MetricFilter,
  paymentMode: PaymentMode,
): Promise<MetricTotal> {
  const metrics = await findCachedMetrics(context, paymentMode)
  const kept = metrics && sumsAmong(metrics, filter)
  if (kept) return { ...addUp(kept), asOf: metrics.asOf?.toISOString() ?? null }
  const situation = { now: context.now(), paymentMode }
  return { ...addUp(await sumMetric(context.db, situation, choiceOf(filter, situation.now))), asOf: null }
}

/** Undefined if the cache cannot answer. It holds single months only for monthly metrics. */
function sumsAmong({ months, sums }: ComputedMetrics, { metric, month, currency }: MetricFilter): Sum[] | undefined {
  const isKnown = MonthlyMetric.safeParse(metric).success && month && months.includes(month)
  if (month && !isKnown) return undefined
  return sums.filter(
    (sum) =>
      sum.metric === metric && (!month || months[sum.month] === month) && (!currency || sum.currency === currency),
  )
}

type Part = Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>

function addUp(parts: Part[]): Omit<MetricTotal, 'asOf'> {
  const inCurrencies = Map.groupBy(
    parts.filter(({ amount }) => amount !== null),
    ({ currency }) => currency,
  )
  return {
    count: parts.reduce((count, part) => count + part.count, 0),
    sums: Currency.options.flatMap((currency) => {
      const ofOne = inCurrencies.get(currency)
      return ofOne ? [{ currency, amount: ofOne.reduce((sum, { amount }) => sum + (amount ?? 0), 0) }] : []
    }),
    medianDays: parts[0]?.medianDays ?? null,
  }
}
