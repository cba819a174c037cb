import { stepsFor } from '../rules/scale.ts'

export type Series = {
  name: string
  tone: keyof typeof tones
  /** One for each month. */
  values: number[]
}

const tones = {
  dark: 'fill-secondary',
  amber: 'fill-primary stroke-primary-ink',
  red: 'fill-danger',
}

const [WIDTH, HEIGHT] = [420, 190]
const [LEFT, TOP, BOTTOM] = [52, 8, 22]

type MonthsDrawingProps = { title: string; months: string[]; series: Series[]; inWords: (value: number) => string }

/** Bars a month, side by side. What it shows stands in a table beneath it as well. */
export function MonthsDrawing({ title, months, series, inWords }: MonthsDrawingProps) {
  const steps = stepsFor(series.flatMap(({ values }) => values))
  const [low = 0, high = 1] = [steps.at(0), steps.at(-1)]
  const yOf = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const columnWidth = (WIDTH - LEFT) / months.length
  const barWidth = (columnWidth - 6) / series.length
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}, month by month`} className="w-full">
        {steps.map((step) => (
          <g key={step}>
            <line
              x1={LEFT}
              x2={WIDTH}
              y1={yOf(step)}
              y2={yOf(step)}
              className={step === 0 ? 'stroke-field' : 'stroke-line'}
            />
            <text x={LEFT - 6} y={yOf(step) + 3.5} textAnchor="end" fontSize="10" className="fill-muted">
              {inWords(step)}
            </text>
          </g>
        ))}
        {months.map((month, index) => (
          <g key={month}>
            {series.map(({ name, tone, values }, place) => {
              const value = values[index] ?? 0
              return (
                <rect
                  key={name}
                  x={LEFT + index * columnWidth + 3 + place * barWidth}
                  y={Math.min(yOf(value), yOf(0))}
                  width={Math.max(barWidth - 1, 1)}
                  height={Math.abs(yOf(value) - yOf(0))}
                  strokeWidth="0.75"
                  className={tones[tone]}
                >
                  <title>{`${monthInWords(month)}, ${name}: ${inWords(value)}`}</title>
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
              {shortNames.format(new Date(`${month}-15T12:00:00Z`))}
            </text>
          </g>
        ))}
      </svg>
      {series.length > 1 ? (
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
      ) : null}
    </figure>
  )
}

const shortNames = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const longNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" of "2026-11". */
export function monthInWords(month: string): string {
  return longNames.format(new Date(`${month}-15T12:00:00Z`))
}
