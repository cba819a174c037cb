import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { listOwnedPackages, type OwnedPackage } from '../contract.ts'
import { NoPurchases } from './no-purchases-panel.tsx'
import { OwnedPackageCard } from './owned-package-card.tsx'

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
  const { packages, hasMore, isLoading, problem, loadMore } = useMore(first)
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

type Page = Awaited<ReturnType<typeof fetchPage>>

/** The first page, and those that were asked for since. */
function useMore(first: Page) {
  const [more, setMore] = useState<{ packages: OwnedPackage[]; cursor: string | null; since: Page }>()
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A first page that was loaded anew begins the list anew.
  const added = more?.since === first ? more : { packages: [], cursor: first.nextCursor, since: first }

  const loadMore = async () => {
    if (!added.cursor) return
    setIsLoading(true)
    setProblem(undefined)
    try {
      const page = await fetchPage(added.cursor)
      setMore({ packages: [...added.packages, ...page.items], cursor: page.nextCursor, since: first })
    } catch (error) {
      setProblem(error instanceof CallFailed ? error.message : UNKNOWN_ERROR)
    }
    setIsLoading(false)
  }
  return { packages: [...first.items, ...added.packages], hasMore: added.cursor !== null, isLoading, problem, loadMore }
}
