import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { NoPurchasesPanel } from '../../web/no-purchases-panel.tsx'
import { listDocuments } from '../contract.ts'
import { DocumentsTable } from './documents-table.tsx'

export const meta = privateMeta('Invoices')

export const clientLoader = pageLoader(() => fetchPage())

function fetchPage(cursor?: string) {
  return load(listDocuments, { query: { cursor } })
}

export default function InvoicesPage() {
  const first = useLoaderData<typeof clientLoader>()
  const list = useLoadMore(first, fetchPage)
  return (
    <>
      <p className="max-w-prose text-lg text-muted">
        Your invoices and credit notes. You’ll find an invoice here as soon as you’ve paid. Free packages have no
        invoice.
      </p>
      {list.items.length > 0 ? <DocumentsTable documents={list.items} /> : <NoPurchasesPanel />}
      <LoadMore list={list} />
    </>
  )
}
