import type { ReactNode } from 'react'
import { call } from '#platform/web/call.ts'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listOwnedPackages, type OwnedPackage } from '../contract.ts'
import { OwnedPackageCard } from './owned-package-card.tsx'

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
  const list = useMore(first, fetchOwnedPackages)
  return (
    <>
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-2">
        {list.items.map((owned) => (
          <li key={owned.id} className="grid">
            <OwnedPackageCard owned={owned}>{children(owned)}</OwnedPackageCard>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}
