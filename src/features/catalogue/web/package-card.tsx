import { CalendarDays, Check, RefreshCw } from 'lucide-react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { MarketId, Package } from '../contract.ts'
import { checkoutOf } from '../rules/checkouts.ts'
import { markets, shownIn } from './market-panel.tsx'

type PackageCardProps = {
  package: Package
  /** The address of the page it stands on. */
  page: string
}

/** One package on sale. Its id is its address on the page, and it takes focus when a link points at it (PRODUCT D5). */
export function PackageCard({ package: offer, page }: PackageCardProps) {
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
      <PriceBlock offer={offer} />
      <Duration offer={offer} />
      <ul className="mt-6 mb-8 grid content-start gap-3 border-t border-line pt-6">
        {offer.features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-primary-ink" strokeWidth={3} />
            {feature}
          </li>
        ))}
      </ul>
      <BuyLinks offer={offer} page={page} />
    </article>
  )
}

/** UK law wants consumers to see the whole price first: in pounds the total leads, in dollars the net price (D1). */
function PriceBlock({ offer: { prices, billing } }: { offer: Package }) {
  const per = billing === 'monthly' ? ' per month' : ''
  const { uk, international } = prices
  return (
    <div className="mt-6">
      <p className={shownIn.uk}>
        <strong className="block font-semibold tracking-tight">
          <span className="text-4xl tabular-nums">{formatMoney(uk.total, uk.currency)}</span>{' '}
          <span className="whitespace-nowrap">
            {uk.tax > 0 ? 'incl. VAT' : ''}
            {per}
          </span>
        </strong>
        <span className="text-muted tabular-nums">
          {uk.tax > 0
            ? `${formatMoney(uk.net, uk.currency)} + ${formatMoney(uk.tax, uk.currency)} VAT`
            : 'No tax is added'}
        </span>
      </p>
      <p className={shownIn.international}>
        <strong className="block text-4xl font-semibold tracking-tight tabular-nums">
          {formatMoney(international.net, international.currency)}
        </strong>
        <span className="text-muted tabular-nums">
          {formatMoney(international.total, international.currency)} incl. tax{per}
        </span>
      </p>
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
          <span className="block font-normal text-muted">Per month, renews monthly until cancelled</span>
        ) : null}
      </span>
    </p>
  )
}

/** Every way is in the page; the style sheet shows the one for this person and market, before React runs. */
function BuyLinks({ offer, page }: { offer: Package; page: string }) {
  return (
    <div className="self-end">
      {markets.map((market) => (
        <div key={market} className={shownIn[market]}>
          <BuyLinksIn market={market} offer={offer} page={page} />
        </div>
      ))}
    </div>
  )
}

function BuyLinksIn({ market, offer, page }: { market: MarketId; offer: Package; page: string }) {
  const words = offer.billing === 'monthly' ? 'Subscribe Now' : 'Get Started'
  return (
    <>
      <ButtonLink
        to={`/login?from=${encodeURIComponent(`${page}#${offer.id}`)}`}
        wide
        className="member:hidden"
        aria-describedby={`${offer.id}-title`}
      >
        {words}
      </ButtonLink>
      <ButtonLink
        to={checkoutOf(market, offer.id)}
        reloadDocument
        wide
        className="visitor:hidden"
        aria-describedby={`${offer.id}-title`}
      >
        {words}
      </ButtonLink>
    </>
  )
}
