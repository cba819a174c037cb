import { Link } from 'react-router'
import { formatDate, formatDay } from '#platform/web/dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { Item, ItemState } from '../contract.ts'
import { itemName } from '../rules/items.ts'

type ItemCardProps = {
  item: Item
  /** Where it leads. */
  to: string
  /** Who it is for, where somebody else sees it. */
  about?: string
}

/** One thing in a list: what it is, where it stands, when it is due. */
export function ItemCard({ item, to, about }: ItemCardProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <Link to={to} className="link font-medium break-words">
          {itemName(item)}
        </Link>
        <span className="block text-sm break-words text-muted">{about ?? dueInWords(item)}</span>
      </span>
      <ItemBadge state={item.state} />
    </li>
  )
}

export function dueInWords({ state, dueOn, deliveredAt }: Pick<Item, 'state' | 'dueOn' | 'deliveredAt'>): string {
  if (deliveredAt) return `Delivered on ${formatDate(deliveredAt)}`
  return state === 'closed' ? 'Not being made' : `Due on ${formatDay(dueOn)}`
}

export function ItemBadge({ state }: { state: ItemState }) {
  const { words, tone } = states[state]
  return <Badge tone={tone}>{words}</Badge>
}

const states = {
  planned: { words: 'Planned', tone: 'neutral' },
  in_progress: { words: 'In progress', tone: 'info' },
  for_approval: { words: 'For approval', tone: 'warning' },
  delivered: { words: 'Delivered', tone: 'success' },
  closed: { words: 'Closed', tone: 'neutral' },
} satisfies Record<ItemState, { words: string; tone: BadgeTone }>
