import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { formatSums } from '#platform/shared/format-money.ts'
import { localDay } from '#platform/shared/local-time.ts'
import { Currency } from '#platform/shared/money.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDay, formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import {
  type Figure,
  type FigureFilter,
  type FigureRow,
  type FigureTotal,
  getFigureTotal,
  listFigureRows,
  saveFigureRows,
} from '../contract/figure.ts'
import { daysInWords, definitions } from '../rules/figures.ts'
import { AsOfPanel } from './as-of-panel.tsx'
import { monthInWords } from './months-drawing.tsx'

export function meta() {
  return [{ title: 'Figures' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params, request }: { params: { figure?: string }; request: Request }) {
  const { searchParams } = new URL(request.url)
  const filter: FigureFilter = {
    // The server says of what is none that there is nothing at this address.
    figure: params.figure as Figure,
    ...(searchParams.get('month') && { month: searchParams.get('month') ?? '' }),
    ...(searchParams.get('currency') && { currency: Currency.safeParse(searchParams.get('currency')).data }),
  }
  const [first, total] = await Promise.all([fetchPage(filter), load(getFigureTotal, { query: filter })])
  return { filter, first, total }
}
clientLoader.hydrate = true as const

function fetchPage(filter: FigureFilter, cursor?: string) {
  return load(listFigureRows, { query: { cursor, ...filter } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what a figure of the overview counts, one by one. */
export default function FigurePage() {
  const { filter, first, total } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const { figure, month } = filter
  const { title, meaning, none } = definitions[figure]
  return (
    <>
      <Link to="/admin" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Overview
      </Link>
      <PageHeading
        title={month ? `${title}, ${monthInWords(month)}` : title}
        lead={meaning}
        actions={<CsvButton fetchFile={() => attempt(saveFigureRows, { query: filter })} />}
      />
      <p className="text-3xl font-semibold tabular-nums">{totalInWords(figure, total)}</p>
      {total.asOf ? <AsOfPanel asOf={total.asOf} /> : null}
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((row) => (
              <Row key={row.id} figure={figure} row={row} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
    </>
  )
}

function totalInWords(figure: Figure, { count, sums, medianDays }: FigureTotal): string {
  if (figure === 'revenue') return formatSums(sums)
  if (figure === 'first-sessions') return daysInWords(medianDays)
  return String(count)
}

function isDue(figure: Figure): boolean {
  return figure === 'deliverables-due' || figure === 'deliverables-late'
}

/** What is due is due on a day of London, wherever this is read. */
function momentInWords(figure: Figure, at: string): string {
  return isDue(figure) ? `Due on ${formatDay(localDay(at, DEFAULT_TIME_ZONE))}` : formatMoment(at)
}

const kinds: Record<string, string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_reversal: 'Refund that failed',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
}

/** Where what is counted stands, if not on the page of its member. */
const memberPath: Partial<Record<Figure, string>> = { 'messages-waiting': 'conversations' }

function Row({
  figure,
  row: { id, at, member, purchaseId, packageTitle, title, amount, days },
}: {
  figure: Figure
  row: FigureRow
}) {
  const name = member ? (member.name ?? 'Somebody who has left') : title
  const what = member && title && (figure === 'revenue' ? kinds[title] : title)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
      <p className="min-w-0 wrap-anywhere">
        <Link
          to={member ? `/admin/${memberPath[figure] ?? 'members'}/${member.id}` : `/admin/inbox/${id}`}
          className="link font-semibold"
        >
          {name}
        </Link>
        {packageTitle ? ', ' : null}
        {packageTitle && purchaseId ? (
          <Link to={`/admin/purchases/${purchaseId}`} className="link">
            {packageTitle}
          </Link>
        ) : (
          packageTitle
        )}
        {what ? `, ${what}` : null}
        <span className="block text-sm text-muted">
          <time dateTime={at}>{momentInWords(figure, at)}</time>
        </span>
      </p>
      {amount ? <Money {...amount} /> : null}
      {days === null ? null : <p className="tabular-nums">{daysInWords(days)}</p>}
    </li>
  )
}
