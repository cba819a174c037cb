import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { CurrencyField, FilterForm, ListPage, readFilter, SearchButton } from '#platform/web/ui/list-page.tsx'
import { Cell, Row } from '#platform/web/ui/table.tsx'
import { StaffDocumentDownload } from '../../web/public-staff.tsx'
import { DocumentFilter, downloadDocuments, type StaffDocument, searchDocuments } from '../contract.ts'
import { DocumentAmount, documentKinds } from './documents-table.tsx'
import { TaxTotalsPanel } from './tax-totals-panel.tsx'

const kinds = Object.entries(documentKinds).map(([kind, { label }]) => [kind, label] as const)
function DocumentFilterForm({ filter }: { filter: DocumentFilter }) {
  return (
    <FilterForm
      filter={filter}
      className="grid grid-cols-2 gap-4 md:grid-cols-3"
      button={<SearchButton className="self-end max-md:col-span-2" />}
    >
      {(field) => (
        <>
          <TextField
            label="Number"
            type="search"
            maxLength={60}
            className="max-md:col-span-2"
            {...field('reference')}
          />
          <SelectField label="Kind" prompt="All" choices={kinds} {...field('kind')} />
          <CurrencyField {...field('currency')} />
          <TextField label="From" type="date" className="max-md:col-span-2" {...field('from')} />
          <TextField label="To" type="date" className="max-md:col-span-2" {...field('until')} />
        </>
      )}
    </FilterForm>
  )
}

export const meta = privateMeta('Documents')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(DocumentFilter, request)
  return { filter, first: await load(searchDocuments, { query: filter }) }
})

/** Lists all issued documents for administrators, with totals and an archive for the accountant. */
export default function DocumentsPage() {
  const { filter, first } = useLoaderData<typeof clientLoader>()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <BackLink to="/admin/purchases">All purchases</BackLink>
      <ListPage
        title="Documents"
        lead="Every invoice and credit note as issued, newest first."
        list={searchDocuments}
        download={downloadDocuments}
        filter={filter}
        first={first}
        none={isFiltered ? 'No documents match your search.' : 'No documents yet.'}
        columns={columns}
        row={(document) => <DocumentRow key={document.reference} document={document} />}
      >
        <TaxTotalsPanel />
        <DocumentFilterForm filter={filter} />
      </ListPage>
    </>
  )
}

const columns = ['Number', 'Customer', 'Issued', 'Amount', 'Download']

function DocumentRow({ document }: { document: StaffDocument }) {
  const { reference, kind, purchaseId, packageTitle, customer, issuedAt, isTest } = document
  return (
    <Row
      heading={
        <>
          <Link to={`/admin/purchases/${purchaseId}`} className="link tabular-nums">
            {reference}
          </Link>
          <span className="mt-1 flex flex-wrap items-center gap-2 text-sm font-normal text-muted">
            {documentKinds[kind].label}, {packageTitle}
            {isTest ? <Badge tone="warning">Test</Badge> : null}
          </span>
        </>
      }
      actions={<StaffDocumentDownload reference={reference} />}
    >
      <Cell name="Customer">
        <span className="wrap-anywhere">{customer}</span>
      </Cell>
      <Cell name="Issued">{formatDate(issuedAt)}</Cell>
      <Cell name="Amount">
        <DocumentAmount document={document} />
      </Cell>
    </Row>
  )
}
