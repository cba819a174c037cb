import { Card } from '#platform/web/ui/card.tsx'
import { DeliverableCard } from '../../web/deliverable-card.tsx'
import type { DeliverablesOverview } from '../contract.ts'

/** Dashboard section showing overall progress and what is waiting for the member's approval. */
export function DeliverablesOverviewPanel({
  overview: { delivered, promised, forApproval },
}: {
  overview: DeliverablesOverview
}) {
  if (promised === 0) return null
  return (
    <section aria-labelledby="deliverables">
      <h2 id="deliverables" className="mb-4 text-xl">
        Your deliverables
      </h2>
      <Card>
        <p id="deliverables-progress" className="tabular-nums">
          {delivered} of {promised} delivered
        </p>
        <progress
          aria-labelledby="deliverables-progress"
          value={delivered}
          max={promised}
          className="progress-bar mt-2"
        />
        {forApproval.length > 0 ? (
          <>
            <p className="mt-6 font-medium">Waiting for your approval</p>
            <ul className="divide-y divide-line">
              {forApproval.map((item) => (
                <DeliverableCard
                  key={item.id}
                  item={item}
                  to={`/portal/deliverables/${item.id}`}
                  description={item.packageTitle}
                  by={item.consultantName}
                />
              ))}
            </ul>
          </>
        ) : null}
      </Card>
    </section>
  )
}
