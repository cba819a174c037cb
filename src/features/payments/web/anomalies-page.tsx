import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { type Anomaly, AnomalyState, downloadAnomalies, listAnomalies } from '../contract/anomaly.ts'
import { ResolveAnomalyDialog } from './resolve-anomaly-dialog.tsx'

export function meta() {
  return [{ title: 'Anomalies' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request }: { request: Request }) {
  const state = AnomalyState.catch('open').parse(new URL(request.url).searchParams.get('state'))
  return { state, first: await fetchPage(state) }
}
clientLoader.hydrate = true as const

function fetchPage(state: AnomalyState, cursor?: string) {
  return load(listAnomalies, { query: { state, cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: where the books of the provider and ours do not agree. */
export default function AnomaliesPage() {
  const { state, first } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const list = useMore(first, (cursor) => fetchPage(state, cursor))
  const [open, setOpen] = useState<Anomaly>()
  return (
    <>
      <Link to="/admin/purchases" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All purchases
      </Link>
      <PageHeading
        title="Anomalies"
        lead="Where the payment provider’s books and ours do not agree. Each needs a person to look."
        actions={<CsvButton fetchFile={() => attempt(downloadAnomalies, { query: { state } })} />}
      />
      <nav aria-label="Which cases" className="flex flex-wrap gap-2">
        {AnomalyState.options.map((option) => (
          <Link
            key={option}
            to={`?state=${option}`}
            aria-current={option === state ? 'page' : undefined}
            className="rounded-md px-4 py-2.5 font-medium ring-1 ring-field ring-inset aria-[current]:bg-secondary-deep aria-[current]:text-white"
          >
            {states[option].words}
          </Link>
        ))}
      </nav>
      <Card>
        {list.items.length === 0 ? (
          <p className="text-muted">{states[state].none}</p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {list.items.map((anomaly) => (
              <AnomalyRow key={anomaly.id} anomaly={anomaly} onResolve={() => setOpen(anomaly)} />
            ))}
          </ul>
        )}
      </Card>
      <LoadMore list={list} />
      {open ? (
        <ResolveAnomalyDialog
          anomaly={open}
          onClose={() => setOpen(undefined)}
          onResolved={() => {
            setOpen(undefined)
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}

const states = {
  open: { words: 'Open', none: 'The books agree: there is nothing to look at.' },
  resolved: { words: 'Closed', none: 'No case was closed yet.' },
} satisfies Record<AnomalyState, { words: string; none: string }>

function AnomalyRow({ anomaly, onResolve }: { anomaly: Anomaly; onResolve: () => void }) {
  const { sentence, subject, purchaseId, foundAt, resolution } = anomaly
  return (
    <li className="grid gap-2 py-4">
      <p className="max-w-prose">{sentence}</p>
      <p className="text-sm text-muted wrap-anywhere">
        Found {formatMoment(foundAt)}. Number: {subject}
      </p>
      {resolution ? (
        <p className="max-w-prose text-sm wrap-anywhere">
          Closed {formatMoment(resolution.at)}
          {resolution.by ? ` by ${resolution.by}` : ''}: {resolution.reason}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {purchaseId ? (
          <Link to={`/admin/purchases/${purchaseId}`} className="link" aria-label={`The purchase of ${subject}`}>
            The purchase
          </Link>
        ) : null}
        {resolution ? null : (
          <Button variant="quiet" size="small" aria-label={`Close this case: ${subject}`} onClick={onResolve}>
            Close this case
          </Button>
        )}
      </p>
    </li>
  )
}
