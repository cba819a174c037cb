import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getPurchaseRecord, type PurchaseRecord } from '../contract/record.ts'
import { MoneyMoved, Told } from './money-moved-section.tsx'
import { BoughtPackage, Buyer, Figures, Papers } from './purchase-figures-section.tsx'
import { RefundDialog } from './refund-dialog.tsx'

export function meta() {
  return [{ title: 'Purchase' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: { params: { purchaseId?: string } }) {
  return load(getPurchaseRecord, { params: { purchaseId: params.purchaseId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: all that is known of one purchase, and how money of it goes back. */
export default function PurchasePage() {
  const record = useLoaderData<typeof clientLoader>()
  const [isRefunding, setRefunding] = useState(false)
  const { id, packageTitle, reference } = record.purchase
  return (
    <>
      <Link to="/admin/purchases" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All purchases
      </Link>
      <PageHeading
        title={packageTitle}
        lead={reference ?? 'Not paid'}
        actions={
          canBeRefunded(record) ? (
            <Button variant="secondary" size="small" onClick={() => setRefunding(true)}>
              Give money back
            </Button>
          ) : null
        }
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <Figures record={record} />
        <Buyer record={record} />
        <Papers record={record} />
        <BoughtPackage record={record} />
        <MoneyMoved record={record} />
        <Told record={record} />
      </div>
      {isRefunding ? <RefundDialog key={id} purchaseId={id} onClose={() => setRefunding(false)} /> : null}
    </>
  )
}

/** Nobody is asked for what the server would refuse; what stands in the way of the rest, the dialog says. */
function canBeRefunded({ purchase: { status } }: PurchaseRecord): boolean {
  return status === 'completed' || status === 'partially_refunded' || status === 'disputed'
}
