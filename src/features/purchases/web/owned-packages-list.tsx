import type { ReactNode } from 'react'
import { call } from '#platform/web/call.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { listOwnedPackages, type OwnedPackage } from '../contract.ts'
import { OwnedPackageCard } from './owned-package-card.tsx'
import { useMore } from './use-more.ts'

export async function fetchOwnedPackages(cursor?: string) {
  const answer = await call(listOwnedPackages, { query: { cursor } })
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}

type OwnedPackagesListProps = {
  first: Awaited<ReturnType<typeof fetchOwnedPackages>>
  /** What other areas know of a package. */
  children: (owned: OwnedPackage) => ReactNode
}

export function OwnedPackagesList({ first, children }: OwnedPackagesListProps) {
  const { items: packages, hasMore, isLoading, problem, loadMore } = useMore(first, fetchOwnedPackages)
  return (
    <>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        {packages.map((owned) => (
          <li key={owned.id} className="grid">
            <OwnedPackageCard owned={owned}>{children(owned)}</OwnedPackageCard>
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
