import { useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { CurrencyField, FilterForm, ListPage, readFilter, SearchButton } from '#platform/web/ui/list-page.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { Cell, Row } from '#platform/web/ui/table.tsx'
import { PurchaseStatus } from '../../contract.ts'
import { PurchaseBadge, statuses } from '../../web/purchases-table.tsx'
import { downloadPurchases, PurchaseFilter, type PurchaseSummary, searchPurchases } from '../contract.ts'

export const meta = privateMeta('Purchases')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(PurchaseFilter, request)
  const [first, packages] = await Promise.all([load(searchPurchases, { query: filter }), load(listPackages)])
  return { filter, first, packages: packages.map(({ id, title }) => [id, title] as const) }
})

/** Lists all purchases for administrators, including unfinished ones. */
export default function PurchasesPage() {
  const { filter, first, packages } = useLoaderData<typeof clientLoader>()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <ListPage
      title="Purchases"
      lead="Newest first."
      actions={
        <>
          <ButtonLink to="/admin/documents" variant="quiet" size="small">
            Documents and VAT
          </ButtonLink>
          <ButtonLink to="/admin/anomalies" variant="quiet" size="small">
            Anomalies
          </ButtonLink>
        </>
      }
      list={searchPurchases}
      download={downloadPurchases}
      filter={filter}
      first={first}
      none={isFiltered ? 'No purchases match your search.' : 'No purchases yet.'}
      columns={columns}
      row={(purchase) => <PurchaseRow key={purchase.id} purchase={purchase} />}
    >
      <PurchaseFilterForm filter={filter} packages={packages} />
    </ListPage>
  )
}

const columns = ['Purchase', 'Buyer', 'Date', 'Amount', 'Status']

function PurchaseRow({ purchase }: { purchase: PurchaseSummary }) {
  const { id, reference, packageTitle, buyer, purchasedAt, currency, total, refunded, discountCode, isTest } = purchase
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
            <Link to={`/admin/members/${buyer.id}`} className="link block wrap-anywhere">
              {buyer.name || buyer.email}
            </Link>
            <span className="block text-sm text-muted wrap-anywhere">
              <Address email={buyer.email} />
            </span>
          </>
        ) : (
          <span className="text-muted">Deleted account</span>
        )}
      </Cell>
      <Cell name="Date">
        <span className="whitespace-nowrap">{formatDate(purchasedAt)}</span>
      </Cell>
      <Cell name="Amount">
        <Money amount={total} currency={currency} />
        {refunded > 0 ? (
          <span className="block text-sm text-muted">
            <Money amount={refunded} currency={currency} /> refunded
          </span>
        ) : null}
        {discountCode ? <span className="block text-sm text-muted wrap-anywhere">with {discountCode}</span> : null}
      </Cell>
    </Row>
  )
}

/** Breaks a long address before the "@" instead of within a word. */
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

type PurchaseFilterFormProps = {
  filter: PurchaseFilter
  packages: readonly (readonly [id: string, title: string])[]
}

const states = PurchaseStatus.options.map((status) => [status, statuses[status].label] as const)

function PurchaseFilterForm({ filter, packages }: PurchaseFilterFormProps) {
  return (
    <FilterForm
      filter={filter}
      className="grid grid-cols-2 gap-4 md:grid-cols-4"
      button={<SearchButton className="self-end max-md:col-span-2" />}
    >
      {(field) => (
        <>
          <TextField
            label="Name, email or reference"
            type="search"
            maxLength={200}
            className="col-span-2"
            {...field('search')}
          />
          <SelectField label="Package" prompt="All" choices={packages} className="col-span-2" {...field('packageId')} />
          <SelectField label="Status" prompt="All" choices={states} {...field('status')} />
          <CurrencyField {...field('currency')} />
          <TextField label="From" type="date" className="max-md:col-span-2" {...field('from')} />
          <TextField label="To" type="date" className="max-md:col-span-2" {...field('until')} />
        </>
      )}
    </FilterForm>
  )
}
