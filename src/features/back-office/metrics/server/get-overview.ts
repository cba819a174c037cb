import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import type { CurrentMetric, Metric, MonthlyMetric, Overview } from '../contract.ts'
import { computeMetrics, findCachedMetrics } from './compute-metrics.ts'
import type { Sum } from './store.ts'

export async function getOverview(context: MemberContext, paymentMode: PaymentMode): Promise<Overview> {
  const metrics =
    (await findCachedMetrics(context, paymentMode)) ?? (await computeMetrics(context.db, context.now(), paymentMode))
  const { asOf, months, sums } = metrics
  const perMonth = (metric: MonthlyMetric) => months.map((_, month) => findCount(sums, metric, month))
  const current = (metric: CurrentMetric) => findCount(sums, metric, 0)
  return {
    asOf: asOf?.toISOString() ?? null,
    months,
    revenue: Currency.options
      .filter((currency) => currency === 'GBP' || sums.some((sum) => sum.currency === currency))
      .map((currency) => ({ currency, amounts: months.map((_, month) => findAmount(sums, currency, month)) })),
    subscriptions: {
      new: perMonth('subscriptions-new'),
      renewed: perMonth('subscriptions-renewed'),
      lost: perMonth('subscriptions-lost'),
    },
    sessions: {
      held: perMonth('sessions-held'),
      moved: perMonth('sessions-moved'),
      missed: perMonth('sessions-missed'),
    },
    firstSessions: {
      packages: current('first-sessions'),
      medianDays: sums.find(({ metric }) => metric === 'first-sessions')?.medianDays ?? null,
    },
    activePackages: current('packages-active'),
    deliverablesDue: current('deliverables-due'),
    deliverablesLate: current('deliverables-late'),
    messagesWaiting: current('messages-waiting'),
  }
}

function findCount(sums: Sum[], metric: Metric, month: number): number {
  return sums.find((sum) => sum.metric === metric && sum.month === month)?.count ?? 0
}

function findAmount(sums: Sum[], currency: Currency, month: number): number {
  return sums.find((sum) => sum.metric === 'revenue' && sum.currency === currency && sum.month === month)?.amount ?? 0
}
