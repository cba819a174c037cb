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
  /** The current page's address, to return to after login. */
  page: string
  /** What to show below a package's features. */
  noteFor?: (offer: Package) => ReactNode
}

export function PackageList({ packages, page, noteFor }: PackageListProps) {
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2 md:gap-8 print:block print:space-y-6">
      {packages.map((offer) => (
        <PackageCard key={offer.id} package={offer} page={page} note={noteFor?.(offer)} />
      ))}
    </div>
  )
}

type PackageCardProps = {
  package: Package
  /** The current page's address. */
  page: string
  note?: ReactNode
}

/** A package on sale. Its id is the anchor on the page, and a link to it moves focus there (PRODUCT D5). */
export function PackageCard({ package: offer, page, note }: PackageCardProps) {
  return (
    <article
      id={offer.id}
      tabIndex={-1}
      aria-labelledby={`${offer.id}-title`}
      className="row-span-7 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-0 rounded-md border border-line bg-surface p-[min(1.5rem,6vw)] shadow-card print:block focus:shadow-raised focus:outline-3 focus:outline-offset-3 focus:outline-primary sm:p-10"
    >
      <PackageIllustration
        package={offer}
        sizes="(max-width: 56.24rem) 60vw, 33rem"
        className="-mx-[min(1.5rem,6vw)] -mt-[min(1.5rem,6vw)] mb-6 aspect-5/2 rounded-t-md sm:-mx-10 sm:-mt-10 sm:mb-8 sm:aspect-video"
      />
      <h3 id={`${offer.id}-title`} className="text-2xl">
        {offer.title}
      </h3>
      <p className="mt-2 text-muted">{offer.description}</p>
      <PriceBlock offer={offer} />
      <Duration offer={offer} />
      <div className="mt-6 mb-8 border-t border-line pt-6">
        <ul className="grid content-start gap-3">
          {offer.features.map((feature) => (
            <li key={feature} className="flex items-start gap-3">
              <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-primary-ink" strokeWidth={3} />
              {feature}
            </li>
          ))}
        </ul>
        {note}
      </div>
      {offer.canBeBought ? <BuyLinks package={offer} page={page} /> : <NotYetAvailable offer={offer} />}
    </article>
  )
}

/** UK consumer law requires the full price first. The tax is broken down below, in every market (D1). */
function PriceBlock({ offer: { prices, billing } }: { offer: Package }) {
  return (
    <div className="mt-6">
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
    <p className="mt-4 flex items-start gap-2.5 font-medium">
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
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
