import { useLoaderData } from 'react-router'
import { formatSums } from '#platform/shared/format-money.ts'
import { localDay } from '#platform/shared/local-time.ts'
import { Currency } from '#platform/shared/money.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDay, formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { ListPage } from '#platform/web/ui/list-page.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import {
  downloadMetricRows,
  getMetricTotal,
  listMetricRows,
  type Metric,
  type MetricFilter,
  type MetricRow,
  type MetricTotal,
} from '../contract.ts'
import { definitions, formatDays, hasDueDay } from '../rules.ts'
import { AsOfPanel } from './metric-card.tsx'
import { formatMonth } from './monthly-chart.tsx'

export const meta = privateMeta('Metric')

export const clientLoader = pageLoader(async ({ params, request }) => {
  const { searchParams } = new URL(request.url)
  const filter: MetricFilter = {
    // The server responds with 404 for an unknown metric.
    metric: params.metric as Metric,
    ...(searchParams.get('month') && { month: searchParams.get('month') ?? '' }),
    ...(searchParams.get('currency') && { currency: Currency.safeParse(searchParams.get('currency')).data }),
  }
  const [first, total] = await Promise.all([
    load(listMetricRows, { query: filter }),
    load(getMetricTotal, { query: filter }),
  ])
  return { filter, first, total }
})

/** Lists the rows behind one metric. */
export default function MetricPage() {
  const { filter, first, total } = useLoaderData<typeof clientLoader>()
  const { metric, month } = filter
  const { title, meaning, emptyText } = definitions[metric]
  return (
    <>
      <BackLink to="/admin">Overview</BackLink>
      <ListPage
        title={month ? `${title}, ${formatMonth(month)}` : title}
        lead={meaning}
        list={listMetricRows}
        download={downloadMetricRows}
        filter={filter}
        first={first}
        none={emptyText}
        row={(row) => <Row key={row.id} metric={metric} row={row} />}
      >
        <p className="text-3xl font-semibold tabular-nums">{formatTotal(metric, total)}</p>
        {total.asOf ? <AsOfPanel asOf={total.asOf} /> : null}
      </ListPage>
    </>
  )
}

function formatTotal(metric: Metric, { count, sums, medianDays }: MetricTotal): string {
  if (metric === 'revenue') return formatSums(sums)
  if (metric === 'first-sessions') return formatDays(medianDays)
  return String(count)
}

/** Due dates are London dates, whatever the reader's time zone. */
function formatTimeWithZone(metric: Metric, at: string): string {
  return hasDueDay(metric) ? `Due on ${formatDay(localDay(at, DEFAULT_TIME_ZONE))}` : formatMoment(at)
}

const kinds: Record<string, string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_reversal: 'Failed refund',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
}

/** Page to link to instead of the member page. */
const memberPath: Partial<Record<Metric, string>> = { 'messages-waiting': 'conversations' }

function Row({
  metric,
  row: { id, at, member, purchaseId, packageTitle, title, amount, days },
}: {
  metric: Metric
  row: MetricRow
}) {
  const name = member ? (member.name ?? 'Deleted account') : title
  const detail = member && title && (metric === 'revenue' ? kinds[title] : title)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <p className="min-w-0 wrap-anywhere">
        <Link
          to={member ? `/admin/${memberPath[metric] ?? 'members'}/${member.id}` : `/admin/inbox/${id}`}
          className="link font-semibold"
        >
          {name}
        </Link>
        <LinkedDetail text={packageTitle} path={purchaseId && `/admin/purchases/${purchaseId}`} />
        <LinkedDetail text={detail || null} path={hasDueDay(metric) ? `/admin/deliverables/${id}` : null} />
        <span className="block text-sm text-muted">
          <time dateTime={at}>{formatTimeWithZone(metric, at)}</time>
        </span>
      </p>
      {amount ? <Money {...amount} /> : null}
      {days === null ? null : <p className="tabular-nums">{formatDays(days)}</p>}
    </li>
  )
}

/** An extra detail about a row, linked if it has a page. */
function LinkedDetail({ text, path }: { text: string | null; path: string | null }) {
  if (!text) return null
  if (!path) return `, ${text}`
  return (
    <>
      ,{' '}
      <Link to={path} className="link">
        {text}
      </Link>
    </>
  )
}
