import type { Package } from '#features/catalogue/contract.ts'
import { ServiceType } from '#features/catalogue/contract.ts'
import { FullPricePanel, filterByService, MarketSwitch, services } from '#features/catalogue/web/public.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'

/** Every package on sale with its full price, as on its card. */
export function PricesSection({ packages }: { packages: Package[] }) {
  return (
    <section id="prices" tabIndex={-1} className="container-page py-10 focus:outline-none md:py-24">
      <div className="flex flex-wrap items-end justify-between gap-8">
        <SectionHeading name="Prices" title="What you see is what you pay" lead="Tax is included. We don’t add fees." />
        <MarketSwitch />
      </div>
      <div className="mt-8 grid grid-cols-1 gap-x-10 gap-y-8 md:mt-10 md:grid-cols-3">
        {ServiceType.options.map((serviceType) => (
          <ServicePrices
            key={serviceType}
            serviceType={serviceType}
            packages={filterByService(packages, serviceType)}
          />
        ))}
      </div>
      <p className="mt-10 max-w-prose text-muted">
        You can cancel within 14 days of buying, unless you{' '}
        <Link to="/terms#business" className="link text-ink">
          buy for a business
        </Link>
        . See{' '}
        <Link to="/terms#refunds" className="link text-ink">
          how refunds are worked out
        </Link>
        .
      </p>
    </section>
  )
}

function ServicePrices({ serviceType, packages }: { serviceType: ServiceType; packages: Package[] }) {
  const service = services[serviceType]
  return (
    <div>
      <h3 className="text-base tracking-normal text-primary-ink">{service.name}</h3>
      <ul className="mt-3">
        {packages.map((offer) => (
          <li key={offer.id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 last:border-b">
            <div className="min-w-0">
              <Link to={`${service.page}#${offer.id}`} className="link link-alone text-lg font-medium leading-snug">
                {offer.title}
              </Link>
              <p className="text-sm text-muted">
                {offer.duration}
                {offer.canBeBought ? '' : '. You can’t buy it yet.'}
              </p>
            </div>
            <p className="ml-auto self-center text-right text-sm tabular-nums [&_strong]:block [&_strong]:text-xl">
              <FullPricePanel package={offer} />
            </p>
          </li>
        ))}
      </ul>
      {packages.length === 0 ? (
        <p className="border-y border-line py-4 text-muted">Not on sale at the moment.</p>
      ) : null}
    </div>
  )
}
