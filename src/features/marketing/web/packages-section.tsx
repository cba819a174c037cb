import { Link } from 'react-router'
import type { MarketId, Package } from '#features/catalogue/contract.ts'
import { PackageList } from '#features/catalogue/web/public.tsx'
import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

type PackagesSectionProps = {
  title: string
  lead: string
  packages: Package[]
  market: MarketId
  /** The address of this page. */
  page: string
}

export function PackagesSection({ title, lead, packages, market, page }: PackagesSectionProps) {
  return (
    <section id="packages" tabIndex={-1} className="container-page py-20 focus:outline-none md:py-28">
      <SectionHeading name="Packages" title={title} lead={lead} className="mb-12" />
      <PackageList packages={packages} market={market} page={page} />
      <p className="mt-6 max-w-prose text-muted">
        You can cancel within 14 days of buying. The{' '}
        <Link to="/terms#cancel" className="link text-ink">
          terms
        </Link>{' '}
        say how a refund is worked out.
      </p>
    </section>
  )
}
