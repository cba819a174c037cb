import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#platform/web/dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Purchase, PurchaseStatus } from '../contract.ts'
import { InvoiceDownload } from './invoice-section.tsx'

const columns = ['Package', 'Purchase date', 'Amount', 'Status', 'Actions']

type PurchasesTableProps = {
  purchases: Purchase[]
  /** What can be done about a payment that was not finished. */
  unfinished: (purchase: Purchase) => ReactNode
}

/** A table where there is room; where there is none, each row stands as a card with the columns' names in it. */
export function PurchasesTable({ purchases, unfinished }: PurchasesTableProps) {
  return (
    <Card padding="none" className="@container overflow-hidden">
      <table className="w-full @max-2xl:block">
        <thead className="border-b border-line text-left text-sm text-muted @max-2xl:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-6 py-3 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-2xl:block">
          {purchases.map((purchase) => (
            <Row key={purchase.id} purchase={purchase}>
              {purchase.status === 'pending' ? unfinished(purchase) : <Actions purchase={purchase} />}
            </Row>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Row({ purchase, children }: { purchase: Purchase; children: ReactNode }) {
  return (
    <tr className="@max-2xl:grid @max-2xl:gap-2 @max-2xl:p-5">
      <th scope="row" className="px-6 py-4 text-left font-medium @max-2xl:block @max-2xl:p-0">
        {purchase.packageTitle}
        <span className="block text-sm font-normal text-muted tabular-nums">{purchase.reference}</span>
      </th>
      <Cell name="Purchase date">{formatDate(purchase.purchaseDate)}</Cell>
      <Cell name="Amount">
        <Money amount={purchase.total} currency={purchase.currency} />
        <span className="block text-sm text-muted">incl. {purchase.taxLabel}</span>
      </Cell>
      <Cell name="Status">
        <PurchaseBadge status={purchase.status} />
      </Cell>
      <td className="px-6 py-4 @max-2xl:mt-2 @max-2xl:p-0">{children}</td>
    </tr>
  )
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="px-6 py-4 @max-2xl:flex @max-2xl:items-baseline @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:p-0">
      <span aria-hidden="true" className="hidden text-muted @max-2xl:block">
        {name}
      </span>
      <span className="@max-2xl:text-right">{children}</span>
    </td>
  )
}

/** SPEC §2: the invoice, once it is there, and the package with all that is known of it. */
function Actions({ purchase: { reference, packageTitle, entitlementId } }: { purchase: Purchase }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {reference === null ? null : <InvoiceDownload reference={reference} />}
      {entitlementId === null ? null : (
        <Link
          to={`/portal/packages/${entitlementId}`}
          className="link text-sm"
          aria-label={`View details of ${packageTitle}`}
        >
          View details
        </Link>
      )}
    </span>
  )
}

export function PurchaseBadge({ status }: { status: PurchaseStatus }) {
  const { words, tone } = statuses[status]
  return <Badge tone={tone}>{words}</Badge>
}

/** SPEC §3: only what is completed shows as success, anything else as warning. */
const statuses = {
  pending: { words: 'Payment not finished', tone: 'warning' },
  completed: { words: 'Completed', tone: 'success' },
  partially_refunded: { words: 'Partly refunded', tone: 'warning' },
  refunded: { words: 'Refunded', tone: 'warning' },
  disputed: { words: 'Disputed', tone: 'warning' },
  failed: { words: 'Failed', tone: 'warning' },
  cancelled: { words: 'Cancelled', tone: 'warning' },
} satisfies Record<PurchaseStatus, { words: string; tone: 'success' | 'warning' }>
