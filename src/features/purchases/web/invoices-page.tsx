import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listDocuments } from '../contract/document.ts'
import { DocumentsTable } from './documents-table.tsx'
import { NoPurchases } from './no-purchases-panel.tsx'

export function meta() {
  return [{ title: 'Invoices' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return fetchPage()
}
clientLoader.hydrate = true as const

async function fetchPage(cursor?: string) {
  const answer = await call(listDocuments, { query: { cursor } })
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function InvoicesPage() {
  const first = useLoaderData<typeof clientLoader>()
  const list = useMore(first, fetchPage)
  return (
    <>
      <p className="max-w-prose text-lg text-muted">
        Every invoice and credit note, as it was issued. You find the invoice of a purchase here as soon as it is paid.
        A package that was given to you cost nothing and has no invoice.
      </p>
      {list.items.length > 0 ? <DocumentsTable documents={list.items} /> : <NoPurchases />}
      <LoadMore list={list} />
    </>
  )
}
