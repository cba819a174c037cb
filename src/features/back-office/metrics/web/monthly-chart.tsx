import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { MonthlyMetric } from '../contract.ts'
import { chartSteps } from '../rules.ts'
import { MeaningPanel } from './metric-card.tsx'

type MonthlyChartProps = {
  title: string
  months: string[]
  series: Series[]
  formatValue?: (value: number) => string
  /** Shorter labels for the axis. */
  formatAxisValue?: (value: number) => string
  /** Smallest step between grid lines. */
  minStep?: number
}

/** Shows a chart and the same numbers as a table. Each number links to its rows. */
export function MonthlyChart({ title, months, series, minStep, formatValue = String, ...props }: MonthlyChartProps) {
  const { formatAxisValue = formatValue } = props
  const metrics = [...new Set(series.map(({ metric }) => metric))]
  return (
    <Card>
      <div className="relative mb-4 min-h-7 pr-10">
        <h2 className="text-xl">{title}</h2>
        <MeaningPanel metrics={metrics} />
      </div>
      <ChartDrawing title={title} months={months} series={series} formatValue={formatAxisValue} minStep={minStep} />
      <details className="mt-4">
        <summary className="cursor-pointer py-1 font-medium">Show data</summary>
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
                  {formatMonth(month)}
                </th>
                {series.map(({ name, metric, values, search }) => (
                  <td key={name} className="py-1.5 pl-3 text-right tabular-nums">
                    <Link
                      to={`/admin/overview/${metric}?${new URLSearchParams({ month, ...search })}`}
                      className="link"
                      aria-label={`${name}, ${formatMonth(month)}: ${formatValue(values[index] ?? 0)}`}
                    >
                      {formatValue(values[index] ?? 0)}
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

type Series = {
  name: string
  metric: MonthlyMetric
  /** Added to the query string in links to the rows. */
  search?: Record<string, string>
  tone: keyof typeof tones
  /** One per month. */
  values: number[]
}

const tones = {
  dark: 'fill-secondary-ink',
  amber: 'fill-primary stroke-primary-ink',
  red: 'fill-danger',
}

// Matches the width on a phone, so the labels keep their font size there.
const [WIDTH, HEIGHT] = [300, 160]
const [LEFT, TOP, BOTTOM] = [46, 8, 22]

type ChartDrawingProps = Pick<MonthlyChartProps, 'title' | 'months' | 'series'> & {
  formatValue: (value: number) => string
  minStep: number | undefined
}

/** Grouped bars for each month. The table below holds the same numbers for screen readers. */
function ChartDrawing({ title, months, series, formatValue, minStep }: ChartDrawingProps) {
  const steps = chartSteps(
    series.flatMap(({ values }) => values),
    minStep,
  )
  const [low = 0, high = 1] = [steps.at(0), steps.at(-1)]
  const toY = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const columnWidth = (WIDTH - LEFT) / months.length
  const barWidth = (columnWidth - 4) / series.length
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}, month by month`} className="w-full">
        {steps.map((step) => (
          <g key={step}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={toY(step)}
              y2={toY(step)}
              className={step === 0 ? 'stroke-field' : 'stroke-line'}
            />
            <text x={LEFT - 6} y={toY(step) + 3.5} textAnchor="end" fontSize="10" className="fill-muted">
              {formatValue(step)}
            </text>
          </g>
        ))}
        {months.map((month, index) => (
          <g key={month}>
            {series.map(({ name, tone, values }, seriesIndex) => {
              const value = values[index] ?? 0
              return (
                <rect
                  key={name}
                  x={LEFT + index * columnWidth + 2 + seriesIndex * barWidth}
                  y={Math.min(toY(value), toY(0))}
                  width={Math.max(barWidth - 1, 1)}
                  height={Math.abs(toY(value) - toY(0))}
                  strokeWidth="0.75"
                  className={tones[tone]}
                >
                  <title>{`${formatMonth(month)}, ${name}: ${formatValue(value)}`}</title>
                </rect>
              )
            })}
            <text
              x={LEFT + (index + 0.5) * columnWidth}
              y={HEIGHT - 7}
              textAnchor="middle"
              fontSize="10"
              className="fill-muted"
            >
              {shortMonthFormat.format(new Date(`${month}-15T12:00:00Z`))}
            </text>
          </g>
        ))}
      </svg>
      {series.length > 1 ? <Legend series={series} /> : null}
    </figure>
  )
}

function Legend({ series }: { series: Series[] }) {
  return (
    <figcaption>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ name, tone }) => (
          <li key={name} className="flex items-center gap-2">
            <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
              <rect x="0.5" y="0.5" width="11" height="11" className={tones[tone]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figcaption>
  )
}

const shortMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'narrow', timeZone: 'UTC' })
const longMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "2026-11" becomes "November 2026". */
export function formatMonth(month: string): string {
  return longMonthFormat.format(new Date(`${month}-15T12:00:00Z`))
}
