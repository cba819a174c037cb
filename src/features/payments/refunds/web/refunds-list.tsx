import { formatDate } from '#platform/web/format-dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Refund } from '../contract.ts'

export function RefundsList({ refunds }: { refunds: Refund[] }) {
  return (
    <ul className="divide-y divide-line">
      {refunds.map(({ id, kind, amount, currency, status, requestedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <span>
            <span className="font-medium">
              <Money amount={amount} currency={currency} />
            </span>{' '}
            {kinds[kind]}
            <span className="block text-sm text-muted">{formatDate(requestedAt)}</span>
          </span>
          <Badge tone={states[status].tone}>{states[status].label}</Badge>
        </li>
      ))}
    </ul>
  )
}

const kinds = {
  withdrawal: 'because you cancelled within 14 days',
  upgrade: 'for your upgrade',
  staff: 'from us',
  provider: 'from us',
} satisfies Record<Refund['kind'], string>

const states = {
  requested: { label: 'On its way', tone: 'info' },
  pending: { label: 'On its way', tone: 'info' },
  succeeded: { label: 'Refunded', tone: 'success' },
  failed: { label: 'Refused by the bank: we’ll contact you', tone: 'warning' },
} satisfies Record<Refund['status'], { label: string; tone: BadgeTone }>
