import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { listBookableSessions } from '#features/bookings/booking/contract.ts'
import { BookSessionLink, SessionsLeft } from '#features/bookings/web/public.tsx'
import { fetchProgress, findProgress, ProgressPanel } from '#features/deliverables/web/public.tsx'
import {
  fetchSubscriptions,
  findShownSubscription,
  SubscriptionPanel,
  UnfinishedPaymentPanel,
} from '#features/payments/web/public.tsx'
import { listPurchases } from '#features/purchases/contract.ts'
import { fetchOwnedPackages, NoPurchasesPanel, OwnedPackagesList } from '#features/purchases/web/public.tsx'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'

export const meta = privateMeta('My Packages')

export const clientLoader = pageLoader(async () => {
  const [firstPage, unfinished, subscriptions, sessions, progress] = await Promise.all([
    fetchOwnedPackages(),
    load(listPurchases, { query: { status: 'pending' } }),
    fetchSubscriptions(),
    load(listBookableSessions),
    fetchProgress(),
  ])
  return { firstPage, unfinished: unfinished.items, subscriptions, sessions, progress }
})

export const handle = { Start }

export default function MyPackagesPage() {
  const { firstPage, unfinished, subscriptions, sessions, progress } = useLoaderData<typeof clientLoader>()
  const hasNothing = firstPage.items.length === 0 && unfinished.length === 0
  return (
    <>
      <Start />
      <UnfinishedPaymentPanel purchases={unfinished} />
      {hasNothing ? <NoPurchasesPanel /> : null}
      <OwnedPackagesList first={firstPage}>
        {(owned) => {
          const subscription = findShownSubscription(owned, subscriptions)
          const ownedProgress = findProgress(owned, progress)
          return (
            <>
              <SessionsLeft owned={owned} sessions={sessions} />
              <BookSessionLink owned={owned} sessions={sessions} />
              {ownedProgress ? <ProgressPanel progress={ownedProgress} /> : null}
              <Suspense>
                {subscription ? <SubscriptionPanel subscription={subscription} entitlementId={owned.id} /> : null}
              </Suspense>
            </>
          )
        }}
      </OwnedPackagesList>
    </>
  )
}

function Start() {
  return (
    <p className="text-lg text-muted">
      Your current, upcoming and past packages, with their sessions and deliverables.
    </p>
  )
}
