import { CalendarDays, Check, RefreshCw } from 'lucide-react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { MarketId, Package } from '../contract.ts'

type PackageCardProps = {
  package: Package
  market: MarketId
  /** The address of the page it stands on. */
  page: string
}

/** One package on sale. Its id is its address on the page, and it takes focus when a link points at it (PRODUCT D5). */
export function PackageCard({ package: offer, market, page }: PackageCardProps) {
  return (
    <article
      id={offer.id}
      tabIndex={-1}
      aria-labelledby={`${offer.id}-title`}
      className="row-span-6 grid grid-rows-subgrid gap-0 rounded-md border border-line bg-surface p-6 shadow-card focus:shadow-raised focus:outline-3 focus:outline-offset-3 focus:outline-primary sm:p-10"
    >
      <h3 id={`${offer.id}-title`} className="text-2xl">
        {offer.title}
      </h3>
      <p className="mt-2 text-muted">{offer.description}</p>
      <PriceBlock offer={offer} market={market} />
      <Duration offer={offer} />
      <ul className="mt-6 mb-8 grid gap-3 border-t border-line pt-6">
        {offer.features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-primary-ink" strokeWidth={3} />
            {feature}
          </li>
        ))}
      </ul>
      <BuyLink offer={offer} market={market} page={page} />
    </article>
  )
}

/** UK law wants consumers to see the whole price first: in pounds the total leads, in dollars the net price (D1). */
function PriceBlock({ offer, market }: { offer: Package; market: MarketId }) {
  const { net, tax, total, currency } = offer.prices[market]
  const per = offer.billing === 'monthly' ? ' per month' : ''
  if (market === 'international') {
    return (
      <p className="mt-6">
        <strong className="block text-4xl font-semibold tracking-tight tabular-nums">
          {formatMoney(net, currency)}
        </strong>
        <span className="text-muted tabular-nums">
          {formatMoney(total, currency)} incl. tax{per}
        </span>
      </p>
    )
  }
  return (
    <p className="mt-6">
      <strong className="block font-semibold tracking-tight">
        <span className="text-4xl tabular-nums">{formatMoney(total, currency)}</span>{' '}
        <span className="whitespace-nowrap">incl. VAT{per}</span>
      </strong>
      <span className="text-muted tabular-nums">
        {formatMoney(net, currency)} + {formatMoney(tax, currency)} VAT
      </span>
    </p>
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
          <span className="block font-normal text-muted">Per month, renews monthly until cancelled</span>
        ) : null}
      </span>
    </p>
  )
}

/** Both ways are in the page; the style sheet shows the one for this person, before any script of React's runs. */
function BuyLink({ offer, market, page }: { offer: Package; market: MarketId; page: string }) {
  const checkout = market === 'uk' ? '/checkout/stripe' : '/checkout'
  const words = offer.billing === 'monthly' ? 'Subscribe Now' : 'Get Started'
  return (
    <div className="self-end">
      <ButtonLink
        to={`/login?from=${encodeURIComponent(`${page}#${offer.id}`)}`}
        wide
        className="member:hidden"
        aria-describedby={`${offer.id}-title`}
      >
        {words}
      </ButtonLink>
      <ButtonLink
        to={`${checkout}?package=${offer.id}`}
        reloadDocument
        wide
        className="visitor:hidden"
        aria-describedby={`${offer.id}-title`}
      >
        {words}
      </ButtonLink>
    </div>
  )
}
