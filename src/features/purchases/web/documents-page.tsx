import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { downloadPapers, type Paper, PaperFilter, searchPapers } from '../contract/paper.ts'
import { kindWords } from './documents-table.tsx'
import { PaperDownload } from './paper-download-panel.tsx'
import { PaperFilterForm, type WrittenPaperFilter } from './paper-filter-form.tsx'
import { TaxTotalsPanel } from './tax-totals-panel.tsx'

export function meta() {
  return [{ title: 'Documents' }, { name: 'robots', content: 'noindex' }]
}

const noFilter: WrittenPaperFilter = { reference: '', kind: '', currency: '', from: '', until: '' }

export async function clientLoader({ request }: { request: Request }) {
  const filter = readFilter(new URL(request.url).searchParams)
  return { filter, first: await fetchPage(filter) }
}
clientLoader.hydrate = true as const

function readFilter(address: URLSearchParams): WrittenPaperFilter {
  const known = Object.keys(noFilter).map((name) => {
    const value = address.get(name) ?? ''
    return [name, PaperFilter.safeParse({ [name]: value }).success ? value : ''] as const
  })
  return { ...noFilter, ...Object.fromEntries(known) }
}

function fetchPage(filter: WrittenPaperFilter, cursor?: string) {
  return load(searchPapers, { query: { ...asked(filter), cursor } })
}

function asked(filter: WrittenPaperFilter): PaperFilter {
  return PaperFilter.parse(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)))
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: every paper that was issued, and what an accountant asks for. */
export default function DocumentsPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      <Link to="/admin/purchases" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All purchases
      </Link>
      <PageHeading
        title="Documents"
        lead="Every invoice and credit note, as it was issued, newest first."
        actions={<CsvButton fetchFile={() => attempt(downloadPapers, { query: asked(filter) })} />}
      />
      <TaxTotalsPanel />
      <PaperFilterForm key={JSON.stringify(filter)} filter={filter} />
      {list.items.length === 0 ? (
        <Card>
          <p className="text-muted">{isFiltered ? 'No paper fits this search.' : 'No paper was issued yet.'}</p>
        </Card>
      ) : (
        <Table columns={columns}>
          {list.items.map((paper) => (
            <PaperRow key={paper.reference} paper={paper} />
          ))}
        </Table>
      )}
      <LoadMore list={list} />
    </>
  )
}

const columns = ['Number', 'Customer', 'Issued', 'Amount', 'Download']

function PaperRow({ paper }: { paper: Paper }) {
  const { reference, kind, purchaseId, packageTitle, customer, issuedAt, currency, total, tax, taxLabel, isTest } =
    paper
  const { words, sign } = kindWords[kind]
  return (
    <Row
      heading={
        <>
          <Link to={`/admin/purchases/${purchaseId}`} className="link tabular-nums">
            {reference}
          </Link>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
            {words}, {packageTitle}
            {isTest ? <Badge tone="warning">Test</Badge> : null}
          </span>
        </>
      }
      actions={<PaperDownload reference={reference} />}
    >
      <Cell name="Customer">
        <span className="wrap-anywhere">{customer}</span>
      </Cell>
      <Cell name="Issued">{formatDate(issuedAt)}</Cell>
      <Cell name="Amount">
        <Money amount={sign * total} currency={currency} />
        <span className="block text-sm text-muted">
          incl. <Money amount={sign * tax} currency={currency} /> {taxLabel}
        </span>
      </Cell>
    </Row>
  )
}
