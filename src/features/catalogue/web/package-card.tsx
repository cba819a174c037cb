import { CalendarDays, Check, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Package } from '../contract.ts'
import { BuyLinks } from './buy-controls.tsx'
import { marketClasses, taxNames } from './market-panel.tsx'
import { PackageIllustration } from './package-illustration.tsx'

type PackageListProps = {
  packages: Package[]
  /** What to show below a package's features. */
  noteFor?: (offer: Package) => ReactNode
}

export function PackageList({ packages, noteFor }: PackageListProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-8 print:block print:space-y-6">
      {packages.map((offer) => (
        <PackageCard key={offer.id} package={offer} note={noteFor?.(offer)} />
      ))}
    </div>
  )
}

type PackageCardProps = { package: Package; note?: ReactNode }

/** A package on sale. Its id is the anchor on the page, and a link to it moves focus there (PRODUCT D5). */
export function PackageCard({ package: offer, note }: PackageCardProps) {
  return (
    <article
      id={offer.id}
      tabIndex={-1}
      aria-labelledby={`${offer.id}-title`}
      className="grid grid-cols-[clamp(0px,calc(100%-11rem),7rem)_minmax(0,1fr)] gap-x-[min(1rem,5vw)] rounded-md border border-line bg-surface p-[min(1.25rem,6vw)] shadow-card print:block *:col-span-full focus:shadow-raised focus:outline-3 focus:outline-offset-3 focus:outline-primary sm:p-10 md:row-span-7 md:grid-cols-[minmax(0,1fr)] md:grid-rows-subgrid md:gap-0"
    >
      <PackageIllustration
        package={offer}
        sizes="(max-width: 56.24rem) 14rem, 33rem"
        className="narrow:col-auto! narrow:row-span-2 max-md:rounded-sm md:-mx-10 md:-mt-10 md:mb-8 md:aspect-video md:rounded-t-md"
      />
      <h3 id={`${offer.id}-title`} className="text-2xl narrow:text-xl narrow:col-auto!">
        {offer.title}
      </h3>
      <p className="mt-1 text-muted narrow:col-auto! max-md:text-[0.9375rem] max-md:leading-snug md:mt-2">
        {offer.description}
      </p>
      <PriceBlock offer={offer} />
      <Duration offer={offer} />
      <div className="mt-4 mb-4 border-t border-line pt-4 md:mt-6 md:mb-8 md:pt-6">
        <ul className="grid content-start gap-2 md:gap-3">
          {offer.features.map((feature) => (
            <li key={feature} className="flex items-start gap-[min(0.75rem,3.75vw)]">
              <Check
                aria-hidden="true"
                className="mt-1 size-[min(1rem,5vw)] shrink-0 text-primary-ink"
                strokeWidth={3}
              />
              {feature}
            </li>
          ))}
        </ul>
        {note}
      </div>
      {offer.canBeBought ? <BuyLinks package={offer} /> : <NotYetAvailable offer={offer} />}
    </article>
  )
}

/** UK consumer law requires the full price first. The tax is broken down below, in every market (D1). */
function PriceBlock({ offer: { prices, billing } }: { offer: Package }) {
  return (
    <div className="mt-4 md:mt-6">
      {Object.values(prices).map(({ market, net, tax, total, currency }) => (
        <p key={market} className={marketClasses[market]}>
          <strong className="block font-semibold tracking-tight">
            <span className="text-4xl tabular-nums">{formatMoney(total, currency)}</span>{' '}
            <span className="inline-block">
              {tax > 0 ? `incl. ${taxNames[market]}` : ''}
              {billing === 'monthly' ? ' per month' : ''}
            </span>
          </strong>
          <span className="text-muted tabular-nums">
            {tax > 0
              ? `${formatMoney(net, currency)} + ${formatMoney(tax, currency)} ${taxNames[market]}`
              : 'No tax added'}
          </span>
        </p>
      ))}
    </div>
  )
}

function Duration({ offer }: { offer: Package }) {
  const Icon = offer.billing === 'monthly' ? RefreshCw : CalendarDays
  return (
    <p className="mt-3 flex items-start gap-[min(0.75rem,3.75vw)] font-medium md:mt-4">
      <Icon aria-hidden="true" className="mt-1 size-[min(1rem,5vw)] shrink-0" />
      <span>
        Duration: {offer.duration}
        {offer.billing === 'monthly' ? (
          <span className="block font-normal text-muted">Renews every month until you cancel</span>
        ) : null}
      </span>
    </p>
  )
}

function NotYetAvailable({ offer: { id } }: { offer: Package }) {
  return (
    <div className="grid gap-4 self-end">
      <p>You can’t buy this package yet: we’re still looking for a consultant to provide it.</p>
      <ButtonLink to={`/contact?package=${id}`} variant="secondary" wide aria-describedby={`${id}-title`}>
        Tell me when I can buy it
      </ButtonLink>
    </div>
  )
}
