import { Link } from 'react-router'
import { Card } from '#platform/web/ui/card.tsx'
import type { MonthlyFigure } from '../contract/figure.ts'
import { MeaningPanel } from './meaning-panel.tsx'
import { MonthsDrawing, monthInWords, type Series } from './months-drawing.tsx'

type MonthsPanelProps = {
  title: string
  months: string[]
  series: (Series & { figure: MonthlyFigure; search?: Record<string, string> })[]
  inWords?: (value: number) => string
  /** On the axis, where there is little room. */
  inFewWords?: (value: number) => string
  /** The least that is worth a line of its own. */
  leastStep?: number
}

/** A plot, and behind it the same numbers as a table: each leads to the list of what it counts. */
export function MonthsPanel({ title, months, series, leastStep, inWords = String, ...props }: MonthsPanelProps) {
  const { inFewWords = inWords } = props
  const figures = [...new Set(series.map(({ figure }) => figure))]
  return (
    <Card>
      <div className="relative mb-4 min-h-7 pr-10">
        <h2 className="text-xl">{title}</h2>
        <MeaningPanel figures={figures} />
      </div>
      <MonthsDrawing title={title} months={months} series={series} inWords={inFewWords} leastStep={leastStep} />
      <details className="mt-4">
        <summary className="cursor-pointer py-1 font-medium">The numbers, and what is behind them</summary>
        <table className="mt-2 w-full text-left">
          <thead className="text-sm text-muted">
            <tr>
              <th scope="col" className="py-1 font-medium">
                Month
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {months.map((month, index) => (
              <tr key={month}>
                <th scope="row" className="py-1.5 font-normal">
                  {monthInWords(month)}
                </th>
                {series.map(({ name, figure, values, search }) => (
                  <td key={name} className="py-1.5 pl-3 text-right tabular-nums">
                    <Link
                      to={`/admin/overview/${figure}?${new URLSearchParams({ month, ...search })}`}
                      className="link"
                      aria-label={`${name}, ${monthInWords(month)}: ${inWords(values[index] ?? 0)}`}
                    >
                      {inWords(values[index] ?? 0)}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )
}
