import { formatDate, formatDay } from '#platform/web/format-dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Deliverable, DeliverableState } from '../contract.ts'
import { deliverableName, hasDueDay } from '../rules.ts'

type DeliverableCardProps = {
  item: Deliverable
  /** Path of the item's page. */
  to: string
  /** Text shown below the name. */
  description: string
  /** Name of the consultant making the item, added to the description. */
  by?: string | null
}

/** A list item showing a deliverable's name, description and state. */
export function DeliverableCard({ item, to, description, by }: DeliverableCardProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <Link to={to} className="link font-medium break-label">
          {deliverableName(item)}
        </Link>
        <span className="block text-sm break-label text-muted">
          {by ? `${description}. Consultant: ${by}` : description}
        </span>
      </span>
      <DeliverableBadge state={item.state} />
    </li>
  )
}

export function describeDueDate(item: Pick<Deliverable, 'state' | 'dueOn' | 'deliveredAt' | 'unit'>): string {
  if (item.deliveredAt) return `Delivered on ${formatDate(item.deliveredAt)}`
  if (item.state === 'closed') return 'Work stopped'
  return `${hasDueDay(item) ? 'Due on' : 'Until'} ${formatDay(item.dueOn)}`
}

export function DeliverableBadge({ state }: { state: DeliverableState }) {
  const { label, tone } = states[state]
  return <Badge tone={tone}>{label}</Badge>
}

const states = {
  planned: { label: 'Planned', tone: 'neutral' },
  in_progress: { label: 'In progress', tone: 'info' },
  for_approval: { label: 'Awaiting approval', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
} satisfies Record<DeliverableState, { label: string; tone: BadgeTone }>
