import type { ReactNode } from 'react'
import { formatDate } from '#platform/web/format-dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import type { Purchase, PurchaseStatus } from '../contract.ts'
import { InvoiceDownload } from '../documents/web/document-download-panel.tsx'

const columns = ['Package', 'Purchase date', 'Amount', 'Status', 'Actions']

type PurchasesTableProps = {
  purchases: Purchase[]
  /** Actions for an unfinished payment. */
  pendingActions: (purchase: Purchase) => ReactNode
}

export function PurchasesTable({ purchases, pendingActions }: PurchasesTableProps) {
  return (
    <Table columns={columns}>
      {purchases.map((purchase) => (
        <Row
          key={purchase.id}
          heading={
            <>
              {purchase.packageTitle}
              <span className="block text-sm font-normal text-muted tabular-nums">{purchase.reference}</span>
            </>
          }
          actions={purchase.status === 'pending' ? pendingActions(purchase) : <Actions purchase={purchase} />}
        >
          <Cell name="Purchase date">{formatDate(purchase.purchaseDate)}</Cell>
          <Cell name="Amount">
            <Money amount={purchase.total} currency={purchase.currency} />
            <span className="block text-sm text-muted">incl. {purchase.taxLabel}</span>
          </Cell>
          <Cell name="Status">
            <PurchaseBadge purchase={purchase} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** SPEC §2: the invoice once it is issued, and a link to the package. */
function Actions({ purchase: { reference, packageTitle, entitlementId } }: { purchase: Purchase }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {reference === null ? null : <InvoiceDownload reference={reference} />}
      {entitlementId === null ? null : (
        <Link
          to={`/portal/packages/${entitlementId}`}
          className="link link-alone text-sm"
          aria-label={`View details of ${packageTitle}`}
        >
          View details
        </Link>
      )}
    </span>
  )
}

export function PurchaseBadge({
  purchase: { status, isProcessing },
}: {
  purchase: Pick<Purchase, 'status' | 'isProcessing'>
}) {
  const { label, tone } = statuses[status]
  return <Badge tone={tone}>{isProcessing ? 'Waiting for the bank' : label}</Badge>
}

/** SPEC §3: only `completed` is shown as success; all other statuses are shown as a warning. */
export const statuses = {
  pending: { label: 'Payment not finished', tone: 'warning' },
  completed: { label: 'Completed', tone: 'success' },
  partially_refunded: { label: 'Partly refunded', tone: 'warning' },
  refunded: { label: 'Refunded', tone: 'warning' },
  disputed: { label: 'Disputed', tone: 'warning' },
  failed: { label: 'Failed', tone: 'warning' },
  cancelled: { label: 'Cancelled', tone: 'warning' },
} satisfies Record<PurchaseStatus, { label: string; tone: 'success' | 'warning' }>
