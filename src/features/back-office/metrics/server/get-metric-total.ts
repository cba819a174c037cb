import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import { type MetricFilter, type MetricTotal, MonthlyMetric } from '../contract.ts'
import { type ComputedMetrics, findCachedMetrics, toSelection } from './compute-metrics.ts'
import { type Sum, sumMetric } from './store.ts'

/** A separate endpoint, so that the list does not have to wait for the total. */
export async function getMetricTotal(
  context: MemberContext,
  filter: MetricFilter,
  paymentMode: PaymentMode,
): Promise<MetricTotal> {
  const metrics = await findCachedMetrics(context, paymentMode)
  const cachedSums = metrics && findCachedSums(metrics, filter)
  if (cachedSums) return { ...toTotal(cachedSums), asOf: metrics.asOf?.toISOString() ?? null }
  const situation = { now: context.now(), paymentMode }
  return { ...toTotal(await sumMetric(context.db, situation, toSelection(filter, situation.now))), asOf: null }
}

/** Returns undefined if the total is not cached. Single months are cached only for monthly metrics. */
function findCachedSums(
  { months, sums }: ComputedMetrics,
  { metric, month, currency }: MetricFilter,
): Sum[] | undefined {
  const isCachedMonth = MonthlyMetric.safeParse(metric).success && month && months.includes(month)
  if (month && !isCachedMonth) return undefined
  return sums.filter(
    (sum) =>
      sum.metric === metric && (!month || months[sum.month] === month) && (!currency || sum.currency === currency),
  )
}

type MetricSum = Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>

function toTotal(metricSums: MetricSum[]): Omit<MetricTotal, 'asOf'> {
  const sumsByCurrency = Map.groupBy(
    metricSums.filter(({ amount }) => amount !== null),
    ({ currency }) => currency,
  )
  return {
    count: metricSums.reduce((count, metricSum) => count + metricSum.count, 0),
    sums: Currency.options.flatMap((currency) => {
      const currencySums = sumsByCurrency.get(currency)
      return currencySums
        ? [{ currency, amount: currencySums.reduce((sum, { amount }) => sum + (amount ?? 0), 0) }]
        : []
    }),
    medianDays: metricSums[0]?.medianDays ?? null,
  }
}
