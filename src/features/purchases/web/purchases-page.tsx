import { Link, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { downloadPurchases, PurchaseFilter, type PurchaseSummary, searchPurchases } from '../contract/staff.ts'
import { PurchaseFilterForm, type WrittenFilter } from './purchase-filter-form.tsx'
import { PurchaseBadge } from './purchases-table.tsx'

export function meta() {
  return [{ title: 'Purchases' }, { name: 'robots', content: 'noindex' }]
}

const noFilter: WrittenFilter = { search: '', status: '', packageId: '', currency: '', from: '', until: '' }

export async function clientLoader({ request }: { request: Request }) {
  const filter = readFilter(new URL(request.url).searchParams)
  const [first, packages] = await Promise.all([fetchPage(filter), load(listPackages)])
  return { filter, first, packages: packages.map(({ id, title }) => [id, title] as const) }
}
clientLoader.hydrate = true as const

/** What the address asks for, as far as it is something that can be asked for. */
function readFilter(address: URLSearchParams): WrittenFilter {
  const known = Object.keys(noFilter).map((name) => {
    const value = address.get(name) ?? ''
    const { success } = PurchaseFilter.safeParse({ [name]: value })
    return [name, success ? value : ''] as const
  })
  return { ...noFilter, ...Object.fromEntries(known) }
}

function fetchPage(filter: WrittenFilter, cursor?: string) {
  return load(searchPurchases, { query: { ...asked(filter), cursor } })
}

function asked(filter: WrittenFilter): PurchaseFilter {
  return PurchaseFilter.parse(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)))
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: everything that was bought, or begun to be. */
export default function PurchasesPage() {
  const { filter, first, packages } = useLoaderData<typeof clientLoader>()
  const list = useMore(first, (cursor) => fetchPage(filter, cursor))
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      <PageHeading
        title="Purchases"
        lead="Newest first, by the day on which they were paid, or else begun."
        actions={
          <>
            <ButtonLink to="/admin/documents" variant="quiet" size="small">
              Documents and VAT
            </ButtonLink>
            <ButtonLink to="/admin/anomalies" variant="quiet" size="small">
              Anomalies
            </ButtonLink>
            <CsvButton fetchFile={() => attempt(downloadPurchases, { query: asked(filter) })} />
          </>
        }
      />
      <PurchaseFilterForm key={JSON.stringify(filter)} filter={filter} packages={packages} />
      {list.items.length === 0 ? (
        <Card>
          <p className="text-muted">{isFiltered ? 'No purchase fits this search.' : 'Nothing was bought yet.'}</p>
        </Card>
      ) : (
        <Table columns={columns}>
          {list.items.map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} />
          ))}
        </Table>
      )}
      <LoadMore list={list} />
    </>
  )
}

const columns = ['Purchase', 'Buyer', 'Date', 'Amount', 'Status']

function PurchaseRow({ purchase }: { purchase: PurchaseSummary }) {
  const { id, reference, packageTitle, buyer, purchasedAt, currency, total, refunded, isTest } = purchase
  return (
    <Row
      heading={
        <>
          <Link to={`/admin/purchases/${id}`} className="link wrap-anywhere">
            {packageTitle}
          </Link>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted tabular-nums">
            {reference ?? 'Not paid'}
            {isTest ? <Badge tone="warning">Test</Badge> : null}
          </span>
        </>
      }
      actions={<PurchaseBadge purchase={purchase} />}
    >
      <Cell name="Buyer">
        {buyer ? (
          <>
            <span className="block wrap-anywhere">{buyer.name}</span>
            <span className="block text-sm text-muted wrap-anywhere">
              <Address email={buyer.email} />
            </span>
          </>
        ) : (
          <span className="text-muted">A former member</span>
        )}
      </Cell>
      <Cell name="Date">
        <span className="whitespace-nowrap">{formatDate(purchasedAt)}</span>
      </Cell>
      <Cell name="Amount">
        <Money amount={total} currency={currency} />
        {refunded > 0 ? (
          <span className="block text-sm text-muted">
            <Money amount={refunded} currency={currency} /> given back
          </span>
        ) : null}
      </Cell>
    </Row>
  )
}

/** Where there is too little room it breaks before the "@", not within a word. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
