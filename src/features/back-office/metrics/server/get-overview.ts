import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import type { CurrentMetric, Metric, MonthlyMetric, Overview } from '../contract.ts'
import { findCachedMetrics } from './cached-metrics.ts'
import { computeMetrics } from './compute-metrics.ts'
import type { Sum } from './store.ts'

export async function getOverview(context: MemberContext, paymentMode: PaymentMode): Promise<Overview> {
  const metrics =
    (await findCachedMetrics(context, paymentMode)) ?? (await computeMetrics(context.db, context.now(), paymentMode))
  const { asOf, months, sums } = metrics
  const perMonth = (metric: MonthlyMetric) => months.map((_, month) => countIn(sums, metric, month))
  const present = (metric: CurrentMetric) => countIn(sums, metric, 0)
  return {
    asOf: asOf?.toISOString() ?? null,
    months,
    revenue: Currency.options
      .filter((currency) => currency === 'GBP' || sums.some((sum) => sum.currency === currency))
      .map((currency) => ({ currency, amounts: months.map((_, month) => amountIn(sums, currency, month)) })),
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
      packages: present('first-sessions'),
      medianDays: sums.find(({ metric }) => metric === 'first-sessions')?.medianDays ?? null,
    },
    activePackages: present('packages-active'),
    deliverablesDue: present('deliverables-due'),
    deliverablesLate: present('deliverables-late'),
    messagesWaiting: present('messages-waiting'),
  }
}

function countIn(sums: Sum[], metric: Metric, month: number): number {
  return sums.find((sum) => sum.metric === metric && sum.month === month)?.count ?? 0
}

function amountIn(sums: Sum[], currency: Currency, month: number): number {
  return sums.find((sum) => sum.metric === 'revenue' && sum.currency === currency && sum.month === month)?.amount ?? 0
}
