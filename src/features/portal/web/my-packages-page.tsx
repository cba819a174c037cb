import { Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { listBookableSessions } from '#features/bookings/contract.ts'
import { BookSession, SessionsLeft } from '#features/bookings/web/public.tsx'
import { fetchProgress, ProgressPanel, progressOf } from '#features/deliverables/web/public.tsx'
import {
  fetchSubscriptions,
  SubscriptionPanel,
  subscriptionOf,
  UnfinishedPayments,
} from '#features/payments/web/public.tsx'
import { listPurchases } from '#features/purchases/contract.ts'
import { fetchOwnedPackages, NoPurchases, OwnedPackagesList } from '#features/purchases/web/public.tsx'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'

export function meta() {
  return [{ title: 'My Packages' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const [first, unfinished, subscriptions, sessions, progress] = await Promise.all([
    fetchOwnedPackages(),
    load(listPurchases, { query: { status: 'pending' } }),
    fetchSubscriptions(),
    load(listBookableSessions),
    fetchProgress(),
  ])
  return { first, unfinished: unfinished.items, subscriptions, sessions, progress }
}
clientLoader.hydrate = true as const

export const handle = { Start }

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function MyPackagesPage() {
  const { first, unfinished, subscriptions, sessions, progress } = useLoaderData<typeof clientLoader>()
  const hasNothing = first.items.length === 0 && unfinished.length === 0
  return (
    <>
      <Start />
      <UnfinishedPayments purchases={unfinished} />
      {hasNothing ? <NoPurchases /> : null}
      <OwnedPackagesList first={first}>
        {(owned) => {
          const subscription = subscriptionOf(owned, subscriptions)
          const made = progressOf(owned, progress)
          return (
            <>
              <SessionsLeft owned={owned} sessions={sessions} />
              <BookSession owned={owned} sessions={sessions} />
              {made ? <ProgressPanel progress={made} /> : null}
              <Suspense>{subscription ? <SubscriptionPanel subscription={subscription} /> : null}</Suspense>
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
      What you own, what is coming, and what has ended: with your sessions, and what we make for you.
    </p>
  )
}
