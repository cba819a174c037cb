import { formatTime } from '#platform/web/format-dates.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Metric } from '../contract.ts'
import { definitions } from '../rules.ts'

/** Shows when the cached metrics were computed. */
export function AsOfPanel({ asOf }: { asOf: string }) {
  return (
    <p className="text-muted">
      As of <time dateTime={asOf}>{formatTime(asOf)}</time>. Updated every five minutes.
    </p>
  )
}

type MetricCardProps = {
  metric: Metric
  /** Overrides the metric's own title. */
  title?: string
  value: string
  /** Query string appended to the metric's link. */
  search?: string
}

/** Shows one metric with an explanation and a link to its rows. */
export function MetricCard({ metric, title = definitions[metric].title, value, search = '' }: MetricCardProps) {
  return (
    <Card className="grid content-between gap-2">
      <div className="relative min-h-7 pr-10">
        <h2 className="text-base font-medium tracking-normal text-muted">{title}</h2>
        <MeaningPanel metrics={[metric]} />
      </div>
      <p className="text-3xl font-semibold tabular-nums">
        <Link to={`/admin/overview/${metric}${search}`} className="link" aria-label={`${title}: ${value}`}>
          {value}
        </Link>
      </p>
    </Card>
  )
}

/** A "?" in the corner that opens the explanation below the title. The parent must leave room for it. */
export function MeaningPanel({ metrics }: { metrics: Metric[] }) {
  const names = metrics.map((metric) => definitions[metric].title).join(', ')
  return (
    <details>
      <summary
        aria-label={`What this means: ${names}`}
        className="absolute top-0 right-0 grid size-7 cursor-pointer list-none place-items-center rounded-full border border-field text-sm font-semibold text-muted hover:bg-ground [&::-webkit-details-marker]:hidden"
      >
        ?
      </summary>
      <div className="-mr-10 mt-2 grid gap-2 text-sm text-muted">
        {metrics.map((metric) => (
          <p key={metric}>
            {metrics.length > 1 ? <strong className="font-medium">{definitions[metric].title}: </strong> : null}
            {definitions[metric].meaning}
          </p>
        ))}
      </div>
    </details>
  )
}
