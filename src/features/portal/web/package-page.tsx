import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link, useLoaderData } from 'react-router'
import { listBookableSessions } from '#features/bookings/contract.ts'
import { BookSession } from '#features/bookings/web/public.tsx'
import { fetchItems, fetchProgress, ItemsList, ProgressPanel, progressOf } from '#features/deliverables/web/public.tsx'
import { getWithdrawal, listRefunds } from '#features/payments/contract/refund.ts'
import {
  fetchSubscriptions,
  RefundsList,
  SubscriptionPanel,
  subscriptionOf,
  WithdrawalPanel,
} from '#features/payments/web/public.tsx'
import { getOwnedPackage, getPurchase, type Purchase } from '#features/purchases/contract.ts'
import {
  fetchEntries,
  InvoiceDownload,
  PackageBadge,
  PackageDates,
  PackageEntries,
  PromisedLines,
  PurchaseBadge,
} from '#features/purchases/web/public.tsx'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'

export function meta() {
  return [{ title: 'Package details' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { entitlementId?: string } }) {
  const owned = await load(getOwnedPackage, { params: { entitlementId: params.entitlementId ?? '' } })
  const [bought, subscriptions, entries, sessions, progress, items] = await Promise.all([
    owned.purchaseId ? loadPurchase(owned.purchaseId) : null,
    owned.subscription ? fetchSubscriptions() : [],
    fetchEntries(owned.id),
    load(listBookableSessions),
    fetchProgress(),
    fetchItems(owned.id),
  ])
  return {
    owned,
    bought,
    subscription: subscriptionOf(owned, subscriptions),
    entries,
    sessions,
    progress: progressOf(owned, progress),
    items,
  }
}
clientLoader.hydrate = true as const

async function loadPurchase(purchaseId: string) {
  const params = { purchaseId }
  const [purchase, withdrawal, refunds] = await Promise.all([
    load(getPurchase, { params }),
    load(getWithdrawal, { params }),
    load(listRefunds, { params }),
  ])
  return { purchase, withdrawal, refunds }
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** All that is known of one package: what it promises, what was paid, and how to end it. */
export default function PackagePage() {
  const { owned, bought, subscription, entries, sessions, progress, items } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <Link to="/portal/packages" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-4" />
        My Packages
      </Link>
      <Card>
        <PackageBadge state={owned.state} />
        <h2 className="mt-3 text-2xl">{owned.title}</h2>
        <p className="mt-2 max-w-prose text-muted">{owned.description}</p>
        <div className="mt-6 border-t border-line pt-4">
          <PackageDates owned={owned} />
          <BookSession owned={owned} sessions={sessions} />
        </div>
        {progress ? <ProgressPanel progress={progress} /> : null}
        <Suspense>{subscription ? <SubscriptionPanel subscription={subscription} /> : null}</Suspense>
      </Card>
      {/* Of what was cancelled nothing is left to use, whatever the ledger counts. */}
      {owned.state === 'cancelled' ? null : (
        <TitledCard id="promised" title="What you get">
          <PromisedLines lines={owned.lines} />
        </TitledCard>
      )}
      {items.items.length > 0 ? (
        <TitledCard id="made" title="Deliverables">
          <ItemsList entitlementId={owned.id} first={items} />
        </TitledCard>
      ) : null}
      <TitledCard id="entries" title="What happened so far">
        <PackageEntries entitlementId={owned.id} first={entries} />
      </TitledCard>
      {bought ? (
        <>
          <TitledCard id="paid" title="What you paid">
            <PurchaseFigures purchase={bought.purchase} />
          </TitledCard>
          {bought.refunds.length > 0 ? (
            <TitledCard id="refunds" title="Refunds">
              <RefundsList refunds={bought.refunds} />
            </TitledCard>
          ) : null}
          <TitledCard id="cancel" title="Cancel this contract">
            <WithdrawalPanel purchaseId={bought.purchase.id} title={owned.title} withdrawal={bought.withdrawal} />
          </TitledCard>
        </>
      ) : null}
    </>
  )
}

/** The figures as they were stored when it was bought. */
function PurchaseFigures({ purchase }: { purchase: Purchase }) {
  const { reference, purchaseDate, net, taxLabel, tax, total, refunded, currency } = purchase
  return (
    <div className="grid max-w-lg gap-4">
      <dl className="grid gap-2">
        <Figure name="Paid on">{formatDate(purchaseDate)}</Figure>
        {reference ? <Figure name="Reference">{reference}</Figure> : null}
        <Figure name="Status">
          <PurchaseBadge purchase={purchase} />
        </Figure>
        <Figure name="Price">
          <Money amount={net} currency={currency} />
        </Figure>
        <Figure name={taxLabel}>
          <Money amount={tax} currency={currency} />
        </Figure>
        <Figure name="Total">
          <Money amount={total} currency={currency} />
        </Figure>
        {refunded > 0 ? (
          <Figure name="Given back">
            <Money amount={refunded} currency={currency} />
          </Figure>
        ) : null}
      </dl>
      {reference ? (
        <div>
          <InvoiceDownload reference={reference} />
        </div>
      ) : null}
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
