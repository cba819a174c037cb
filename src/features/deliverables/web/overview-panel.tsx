import { Card } from '#platform/web/ui/card.tsx'
import type { DeliverablesOverview } from '../contract.ts'
import { ItemCard } from './item-card.tsx'

/** On the dashboard: how far everything has come, and what waits for the member's answer. */
export function OverviewPanel({ overview: { delivered, promised, forApproval } }: { overview: DeliverablesOverview }) {
  if (promised === 0) return null
  return (
    <section aria-labelledby="deliverables">
      <h2 id="deliverables" className="mb-4 text-xl">
        What we make for you
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
                <ItemCard
                  key={item.id}
                  item={item}
                  to={`/portal/deliverables/${item.id}`}
                  about={item.consultantName ? `${item.packageTitle}, by ${item.consultantName}` : item.packageTitle}
                />
              ))}
            </ul>
          </>
        ) : null}
      </Card>
    </section>
  )
}
