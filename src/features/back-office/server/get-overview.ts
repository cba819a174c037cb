import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import type { Figure, MonthlyFigure, Overview, PresentFigure } from '../contract/figure.ts'
import { countFigures } from './count-figures.ts'
import type { Sum } from './figure-store.ts'
import { findFigures } from './find-figures.ts'

export async function getOverview(context: MemberContext, paymentMode: PaymentMode): Promise<Overview> {
  const figures =
    (await findFigures(context, paymentMode)) ?? (await countFigures(context.db, context.now(), paymentMode))
  const { asOf, months, sums } = figures
  const perMonth = (figure: MonthlyFigure) => months.map((_, month) => countIn(sums, figure, month))
  const present = (figure: PresentFigure) => countIn(sums, figure, 0)
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
      medianDays: sums.find(({ figure }) => figure === 'first-sessions')?.medianDays ?? null,
    },
    activePackages: present('packages-active'),
    deliverablesDue: present('deliverables-due'),
    deliverablesLate: present('deliverables-late'),
    messagesWaiting: present('messages-waiting'),
  }
}

function countIn(sums: Sum[], figure: Figure, month: number): number {
  return sums.find((sum) => sum.figure === figure && sum.month === month)?.count ?? 0
}

function amountIn(sums: Sum[], currency: Currency, month: number): number {
  return sums.find((sum) => sum.figure === 'revenue' && sum.currency === currency && sum.month === month)?.amount ?? 0
}
