import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { listDocuments } from '../contract/document.ts'
import { DocumentsTable } from './documents-table.tsx'
import { NoPurchases } from './no-purchases-panel.tsx'
import { useMore } from './use-more.ts'

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
  const { items: documents, hasMore, isLoading, problem, loadMore } = useMore(first, fetchPage)
  return (
    <>
      <p className="max-w-prose text-lg text-muted">
        Every invoice and credit note, as it was issued. You find the invoice of a purchase here as soon as it is paid.
      </p>
      {documents.length > 0 ? <DocumentsTable documents={documents} /> : <NoPurchases />}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {hasMore ? (
        <Button
          variant="quiet"
          className="justify-self-center"
          busy={isLoading}
          busyLabel="Loading…"
          onClick={loadMore}
        >
          Load more
        </Button>
      ) : null}
    </>
  )
}
