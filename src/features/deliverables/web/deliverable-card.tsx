import { Link } from 'react-router'
import { formatDate, formatDay } from '#platform/web/format-dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { Deliverable, DeliverableState } from '../contract.ts'
import { deliverableName, hasDueDay } from '../rules.ts'

type DeliverableCardProps = {
  item: Deliverable
  /** Address of the item's page. */
  to: string
  /** Text under the name. Defaults to the due day. */
  about?: string
}

/** A list item with name, due day and state. */
export function DeliverableCard({ item, to, about }: DeliverableCardProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <Link to={to} className="link font-medium break-words">
          {deliverableName(item)}
        </Link>
        <span className="block text-sm break-words text-muted">{about ?? describeDueDate(item)}</span>
      </span>
      <DeliverableBadge state={item.state} />
    </li>
  )
}

export function describeDueDate(item: Pick<Deliverable, 'state' | 'dueOn' | 'deliveredAt' | 'unit'>): string {
  if (item.deliveredAt) return `Delivered on ${formatDate(item.deliveredAt)}`
  if (item.state === 'closed') return 'Not being made'
  return `${hasDueDay(item) ? 'Due on' : 'Until'} ${formatDay(item.dueOn)}`
}

export function DeliverableBadge({ state }: { state: DeliverableState }) {
  const { words, tone } = states[state]
  return <Badge tone={tone}>{words}</Badge>
}

const states = {
  planned: { words: 'Planned', tone: 'neutral' },
  in_progress: { words: 'In progress', tone: 'info' },
  for_approval: { words: 'For approval', tone: 'warning' },
  delivered: { words: 'Delivered', tone: 'success' },
  closed: { words: 'Closed', tone: 'neutral' },
} satisfies Record<DeliverableState, { words: string; tone: BadgeTone }>
