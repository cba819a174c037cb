import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { checkoutOf } from '#features/catalogue/web/public.tsx'
import { formatDate } from '#platform/web/dates.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import type { Purchase, PurchaseStatus } from '../contract.ts'
import { invoiceNumberOf } from '../rules/invoice-number.ts'
import { useDownload } from './use-download.ts'

const columns = ['Package', 'Purchase date', 'Amount', 'Status', 'Actions']

/** A table where there is room; where there is none, each row stands as a card with the columns' names in it. */
export function PurchasesTable({ purchases }: { purchases: Purchase[] }) {
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
            <Row key={purchase.id} purchase={purchase} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Row({ purchase }: { purchase: Purchase }) {
  const { words, tone } = statuses[purchase.status]
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
        <Badge tone={tone}>{words}</Badge>
        {purchase.status === 'pending' ? <Continue purchase={purchase} /> : null}
      </Cell>
      <td className="px-6 py-4 @max-2xl:mt-2 @max-2xl:p-0">
        <Actions purchase={purchase} />
      </td>
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
function Actions({ purchase: { reference, packageTitle } }: { purchase: Purchase }) {
  const { isBusy, download } = useDownload()
  if (reference === null) return null
  const invoice = invoiceNumberOf(reference)
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="quiet"
        size="small"
        busy={isBusy(invoice, 'pdf')}
        aria-label={`Download invoice ${invoice}`}
        onClick={() => void download(invoice, 'pdf')}
      >
        <Download aria-hidden="true" className="size-4 shrink-0" />
        Invoice
      </Button>
      <Link to="/portal/packages" className="link text-sm" aria-label={`View details of ${packageTitle}`}>
        View details
      </Link>
    </span>
  )
}

/** A payment that was begun is finished where it was begun; the checkout is entered by a full load. */
function Continue({ purchase: { market, packageId } }: { purchase: Purchase }) {
  return (
    <a href={checkoutOf(market, packageId)} className="link mt-1 block text-sm">
      Continue
    </a>
  )
}

/** SPEC §3: only what is completed shows as success, anything else as warning. */
const statuses = {
  pending: { words: 'Not finished', tone: 'warning' },
  completed: { words: 'Completed', tone: 'success' },
  partially_refunded: { words: 'Partly refunded', tone: 'warning' },
  refunded: { words: 'Refunded', tone: 'warning' },
  disputed: { words: 'Disputed', tone: 'warning' },
  failed: { words: 'Failed', tone: 'warning' },
  cancelled: { words: 'Cancelled', tone: 'warning' },
} satisfies Record<PurchaseStatus, { words: string; tone: 'success' | 'warning' }>
