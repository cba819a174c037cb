import { useId } from 'react'
import { load } from '#platform/web/attempt.ts'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { describeProgress } from '../../rules.ts'
import { DeliverableCard, describeDueDate } from '../../web/deliverable-card.tsx'
import { type LineProgress, listDeliverables, listProgress, type PackageProgress } from '../contract.ts'

/** Loads the deliverables for a package, or for the subscription it belongs to. */
export function fetchDeliverables(entitlementId: string, cursor?: string) {
  return load(listDeliverables, { query: { entitlementId, cursor } })
}

type DeliverablesListProps = { entitlementId: string; first: Awaited<ReturnType<typeof fetchDeliverables>> }

/** A package's deliverables, one by one. */
export function DeliverablesList({ entitlementId, first }: DeliverablesListProps) {
  const list = useLoadMore(first, (cursor) => fetchDeliverables(entitlementId, cursor))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="divide-y divide-line">
        {list.items.map((item) => (
          <DeliverableCard
            key={item.id}
            item={item}
            to={`/portal/deliverables/${item.id}`}
            description={describeDueDate(item)}
            by={item.consultantName}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

/** A package's progress, line by line, for example "3 of 8 posts". */
export function ProgressPanel({ progress }: { progress: PackageProgress }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-6 border-t border-line pt-4">
      <h3 id={headingId} className="text-base font-semibold">
        Your deliverables
      </h3>
      <ul className="mt-3 grid gap-3">
        {progress.lines.map((line) => (
          <Line key={line.lineKey} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: LineProgress }) {
  const id = useId()
  const { delivered, promised, forApproval } = line
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className="min-w-0 break-words tabular-nums">
          {describeProgress(line)}
        </span>
        <span className={forApproval > 0 ? 'font-medium text-warning' : 'text-muted'}>{describeStatus(line)}</span>
      </p>
      <progress aria-labelledby={id} value={delivered} max={promised} className="progress-bar mt-1" />
    </li>
  )
}

function describeStatus({ delivered, promised, forApproval }: LineProgress): string {
  if (forApproval > 0)
    return forApproval === 1 ? 'Waiting for your approval' : `${forApproval} waiting for your approval`
  return delivered === promised ? 'Delivered' : ''
}

export function fetchProgress(): Promise<PackageProgress[]> {
  return load(listProgress)
}

/** All months of a subscription count as one package. */
export function findProgress(
  owned: { id: string; subscription: { id: string } | null },
  progress: PackageProgress[],
): PackageProgress | undefined {
  return progress.find(({ id }) => id === (owned.subscription?.id ?? owned.id))
}
