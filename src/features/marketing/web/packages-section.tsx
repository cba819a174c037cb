import { Link } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import { MarketSwitch, PackageList } from '#features/catalogue/web/public.tsx'
import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

type PackagesSectionProps = {
  title: string
  lead: string
  packages: Package[]
  /** The address of this page. */
  page: string
}

export function PackagesSection({ title, lead, packages, page }: PackagesSectionProps) {
  return (
    <section id="packages" tabIndex={-1} className="container-page py-20 focus:outline-none md:py-28">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-8 gap-y-8">
        <SectionHeading name="Packages" title={title} lead={lead} />
        <MarketSwitch />
      </div>
      <PackageList packages={packages} page={page} />
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
