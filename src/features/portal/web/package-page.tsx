import { Fragment, Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { listBookableSessions } from '#features/bookings/booking/contract.ts'
import { BookSessionLink } from '#features/bookings/web/public.tsx'
import {
  DeliverablesList,
  fetchDeliverables,
  fetchProgress,
  findProgress,
  ProgressPanel,
} from '#features/deliverables/web/public.tsx'
import { listRefunds } from '#features/payments/refunds/contract.ts'
import {
  CancelPanel,
  fetchSubscriptions,
  findShownSubscription,
  RefundsList,
  SubscriptionPanel,
} from '#features/payments/web/public.tsx'
import { getWithdrawal } from '#features/payments/withdrawal/contract.ts'
import { getPurchase, type Purchase } from '#features/purchases/contract.ts'
import { getOwnedPackage } from '#features/purchases/entitlements/contract.ts'
import {
  InvoiceDownload,
  PackageBadge,
  PackageDates,
  PackageNotice,
  PurchaseBadge,
} from '#features/purchases/web/public.tsx'
import { fetchEntries, PackageEntries, PromisedList, StartNowPanel } from '#features/purchases/web/public-package.tsx'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card, FactLine, TitledCard } from '#platform/web/ui/card.tsx'
import { Money } from '#platform/web/ui/money.tsx'

export const meta = privateMeta('Package details')

export const clientLoader = pageLoader(async ({ params }) => {
  const owned = await load(getOwnedPackage, { params: { entitlementId: params.entitlementId ?? '' } })
  const [payment, subscriptions, entries, sessions, progress, deliverables] = await Promise.all([
    owned.purchaseId ? loadPurchase(owned.purchaseId) : null,
    owned.subscription ? fetchSubscriptions() : [],
    fetchEntries(owned.id),
    load(listBookableSessions),
    fetchProgress(),
    fetchDeliverables(owned.id),
  ])
  return {
    owned,
    payment,
    subscription: findShownSubscription(owned, subscriptions),
    entries,
    sessions,
    progress: findProgress(owned, progress),
    deliverables,
  }
})

async function loadPurchase(purchaseId: string) {
  const params = { purchaseId }
  const [purchase, withdrawal, refunds] = await Promise.all([
    load(getPurchase, { params }),
    load(getWithdrawal, { params }),
    load(listRefunds, { params }),
  ])
  return { purchase, withdrawal, refunds }
}

/** Shows everything about one package: contents, progress, payment and cancellation. */
export default function PackagePage() {
  const { owned, payment, subscription, entries, sessions, progress, deliverables } =
    useLoaderData<typeof clientLoader>()
  return (
    <Fragment key={owned.id}>
      <BackLink to="/portal/packages">My Packages</BackLink>
      <Card>
        <PackageBadge state={owned.state} />
        <h2 className="mt-3 text-2xl">{owned.title}</h2>
        <p className="mt-2 max-w-prose text-muted">{owned.description}</p>
        <div className="mt-6 grid justify-items-start gap-3 border-t border-line pt-4">
          <PackageDates owned={owned} />
          <PackageNotice owned={owned} />
          <StartNowPanel owned={owned} />
          <BookSessionLink owned={owned} sessions={sessions} />
        </div>
        {progress ? <ProgressPanel progress={progress} /> : null}
        <Suspense>
          {subscription ? <SubscriptionPanel subscription={subscription} entitlementId={owned.id} /> : null}
        </Suspense>
      </Card>
      {/* The ledger may still count sessions of a cancelled package, but none of them can be used. */}
      {owned.state === 'cancelled' ? null : (
        <TitledCard id="promised" title="What’s included">
          <PromisedList owned={owned} />
        </TitledCard>
      )}
      {deliverables.items.length > 0 ? (
        <TitledCard id="made" title="Deliverables">
          <DeliverablesList entitlementId={owned.id} first={deliverables} />
        </TitledCard>
      ) : null}
      <TitledCard id="entries" title="History">
        <PackageEntries entitlementId={owned.id} first={entries} />
      </TitledCard>
      {payment ? (
        <>
          <TitledCard id="paid" title="Payment">
            <PurchaseDetails purchase={payment.purchase} />
          </TitledCard>
          {payment.refunds.length > 0 ? (
            <TitledCard id="refunds" title="Refunds">
              <RefundsList refunds={payment.refunds} />
            </TitledCard>
          ) : null}
          <TitledCard id="cancel" title={`Cancel ${owned.title}`}>
            <CancelPanel
              purchaseId={payment.purchase.id}
              title={owned.title}
              withdrawal={payment.withdrawal}
              subscription={subscription}
            />
          </TitledCard>
        </>
      ) : null}
    </Fragment>
  )
}

/** Shows the amounts stored at the time of purchase. */
function PurchaseDetails({ purchase }: { purchase: Purchase }) {
  const { reference, purchaseDate, net, discount, taxLabel, tax, total, refunded, currency } = purchase
  return (
    <div className="grid max-w-lg gap-4">
      <dl className="grid gap-2">
        <FactLine name="Paid on">{formatDate(purchaseDate)}</FactLine>
        {reference ? <FactLine name="Reference">{reference}</FactLine> : null}
        <FactLine name="Status">
          <PurchaseBadge purchase={purchase} />
        </FactLine>
        <FactLine name="Price">
          <Money amount={net + (discount?.amount ?? 0)} currency={currency} />
        </FactLine>
        {discount ? (
          <FactLine name={`Discount (${discount.code})`}>
            −<Money amount={discount.amount} currency={currency} />
          </FactLine>
        ) : null}
        <FactLine name={taxLabel}>
          <Money amount={tax} currency={currency} />
        </FactLine>
        <FactLine name="Total">
          <Money amount={total} currency={currency} />
        </FactLine>
        {refunded > 0 ? (
          <FactLine name="Refunded">
            <Money amount={refunded} currency={currency} />
          </FactLine>
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
