import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { ChoiceLinks, filterAddress, ListPage } from '#platform/web/ui/list-page.tsx'
import { type Anomaly, AnomalyState, downloadAnomalies, listAnomalies, resolveAnomaly } from '../contract.ts'

export const meta = privateMeta('Anomalies')

export const clientLoader = pageLoader(async ({ request }) => {
  const state = AnomalyState.catch('open').parse(new URL(request.url).searchParams.get('state'))
  return { state, first: await load(listAnomalies, { query: { state } }) }
})

/** Shows administrators the differences between Stripe's records and ours. */
export default function AnomaliesPage() {
  const { state, first } = useLoaderData<typeof clientLoader>()
  const [open, setOpen] = useState<Anomaly>()
  return (
    <>
      <BackLink to="/admin/purchases">All purchases</BackLink>
      <ListPage
        title="Anomalies"
        lead="Cases where the payment provider’s records don’t match ours. Someone needs to check each one."
        list={listAnomalies}
        download={downloadAnomalies}
        filter={{ state }}
        first={first}
        none={states[state].none}
        row={(anomaly) => <AnomalyRow key={anomaly.id} anomaly={anomaly} onResolve={() => setOpen(anomaly)} />}
      >
        <ChoiceLinks
          label="Which cases"
          choices={states}
          chosen={state}
          addressOf={(choice) => filterAddress({ state: choice })}
        />
      </ListPage>
      {open ? <ResolveAnomalyDialog anomaly={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

const states = {
  open: { words: 'Open', none: 'Everything matches. There’s nothing to check.' },
  resolved: { words: 'Closed', none: 'No cases closed yet.' },
} satisfies Record<AnomalyState, { words: string; none: string }>

function AnomalyRow({ anomaly, onResolve }: { anomaly: Anomaly; onResolve: () => void }) {
  const { sentence, subject, purchaseId, foundAt, resolution } = anomaly
  return (
    <li className="grid gap-2 py-4">
      <p className="max-w-prose">{sentence}</p>
      <p className="text-sm text-muted wrap-anywhere">
        Found {formatMoment(foundAt)}. Reference: {subject}
      </p>
      {resolution ? (
        <p className="max-w-prose text-sm wrap-anywhere">
          Closed {formatMoment(resolution.at)}
          {resolution.by ? ` by ${resolution.by}` : ''}: {resolution.reason}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {purchaseId ? (
          <Link to={`/admin/purchases/${purchaseId}`} className="link" aria-label={`View purchase of ${subject}`}>
            View purchase
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

/** The administrator must give a reason, which is stored with the case. */
function ResolveAnomalyDialog({ anomaly, onClose }: { anomaly: Anomaly; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Close this case"
      act="Close case"
      busyLabel="Closing…"
      variant="secondary"
      keep="Keep case open"
      label="What you found or did"
      maxLength={1_000}
      missing="Say what you found or did"
      send={(reason) => attempt(resolveAnomaly, { params: { anomalyId: anomaly.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{anomaly.sentence}</p>
    </ReasonDialog>
  )
}
