import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Currency } from '#platform/shared/money.ts'
import { type FigureFilter, type FigureTotal, MonthlyFigure } from '../contract/figure.ts'
import type { Figures } from './count-figures.ts'
import { type Sum, sumFigure } from './figure-store.ts'
import { findFigures } from './find-figures.ts'
import { choiceOf } from './read-choice.ts'

/** Apart from the list of its rows, which need not wait until all of them are counted. */
export async function getFigureTotal(
  context: MemberContext,
  filter: FigureFilter,
  paymentMode: PaymentMode,
): Promise<FigureTotal> {
  const figures = await findFigures(context, paymentMode)
  const kept = figures && sumsAmong(figures, filter)
  if (kept) return { ...addUp(kept), asOf: figures.asOf?.toISOString() ?? null }
  const situation = { now: context.now(), paymentMode }
  return { ...addUp(await sumFigure(context.db, situation, choiceOf(filter, situation.now))), asOf: null }
}

/** Undefined where they do not say it: of one month they know what the overview shows month by month. */
function sumsAmong({ months, sums }: Figures, { figure, month, currency }: FigureFilter): Sum[] | undefined {
  const isKnown = MonthlyFigure.safeParse(figure).success && month && months.includes(month)
  if (month && !isKnown) return undefined
  return sums.filter(
    (sum) =>
      sum.figure === figure && (!month || months[sum.month] === month) && (!currency || sum.currency === currency),
  )
}

type Part = Pick<Sum, 'currency' | 'count' | 'amount' | 'medianDays'>

function addUp(parts: Part[]): Omit<FigureTotal, 'asOf'> {
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
