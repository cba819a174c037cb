import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { listOwnedPackages } from '../contract.ts'
import { NoPurchases } from './no-purchases-panel.tsx'
import { OwnedPackageCard } from './owned-package-card.tsx'
import { useMore } from './use-more.ts'

export function meta() {
  return [{ title: 'My Packages' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return fetchPage()
}
clientLoader.hydrate = true as const

async function fetchPage(cursor?: string) {
  const answer = await call(listOwnedPackages, { query: { cursor } })
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function MyPackagesPage() {
  const first = useLoaderData<typeof clientLoader>()
  const { items: packages, hasMore, isLoading, problem, loadMore } = useMore(first, fetchPage)
  return (
    <>
      <p className="text-lg text-muted">What you own, what is coming, and what has ended.</p>
      {packages.length === 0 ? <NoPurchases /> : null}
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        {packages.map((owned) => (
          <li key={owned.id} className="grid">
            <OwnedPackageCard owned={owned} />
          </li>
        ))}
      </ul>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {hasMore ? (
        <Button
          variant="quiet"
          className="justify-self-center"
          busy={isLoading}
          busyLabel="Loading…"
          onClick={loadMore}
        >
          Load more
        </Button>
      ) : null}
    </>
  )
}
