import { type FigureFilter, MonthlyFigure } from '../contract/figure.ts'
import { monthsUntil, periodOf } from '../rules/periods.ts'
import type { Choice } from './figure-store.ts'

/** When each month begins, and when the last one ends. */
export function boundsOf(months: string[]): Date[] {
  return [...months.map((month) => periodOf(month).from), periodOf(months.at(-1) ?? '').before]
}

/** Which rows a figure is about: of one month, of all months of the overview, or all there are now. */
export function choiceOf({ figure, month, currency }: FigureFilter, now: Date): Choice {
  const isOfMonths = MonthlyFigure.safeParse(figure).success || figure === 'first-sessions'
  const [first = '', last = ''] = month ? [month, month] : [monthsUntil(now).at(0), monthsUntil(now).at(-1)]
  return { figure, period: isOfMonths ? periodOf(first, last) : undefined, currency }
}
