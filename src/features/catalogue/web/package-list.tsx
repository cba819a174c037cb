import type { Package } from '../contract.ts'
import { PackageCard } from './package-card.tsx'

/** `page` is the address of the page they stand on: where a visitor comes back to after logging in. */
export function PackageList({ packages, page }: { packages: Package[]; page: string }) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-8">
      {packages.map((each) => (
        <PackageCard key={each.id} package={each} page={page} />
      ))}
    </div>
  )
}
