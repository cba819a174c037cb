import { formatMoney } from '#platform/shared/format-money.ts'
import type { MarketId, Package, ServiceType } from '../contract.ts'
import { markets, shownIn } from './market-panel.tsx'
import { PackageCard } from './package-card.tsx'

export { checkoutOf } from '../rules/checkouts.ts'
export { MarketSwitch, markets, OpensIn } from './market-panel.tsx'

/** What people call a service, and the page that shows it. */
export const services = {
  MY_FUTURE: { name: 'MY FUTURE', page: '/services/my-future' },
  STUDY_WORLD: { name: 'STUDY WORLD', page: '/services/study-world' },
  BIZ_FUTURE: { name: 'BIZ FUTURE', page: '/services/biz-future' },
} satisfies Record<ServiceType, { name: string; page: string }>

export function packagesOf(packages: Package[], serviceType: ServiceType): Package[] {
  return packages.filter((each) => each.serviceType === serviceType)
}

/** "from £34.80 per month incl. VAT": the whole price of the cheapest package of a service. */
export function LowestPrice({ packages }: { packages: Package[] }) {
  return markets.map((market) => (
    <span key={market} className={shownIn[market]}>
      <LowestPriceIn packages={packages} market={market} />
    </span>
  ))
}

function LowestPriceIn({ packages, market }: { packages: Package[]; market: MarketId }) {
  const [cheapest] = [...packages].sort((one, other) => one.prices[market].total - other.prices[market].total)
  if (!cheapest) return null
  const { total, currency } = cheapest.prices[market]
  return (
    <>
      from <strong className="font-semibold">{formatMoney(total, currency)}</strong>
      {cheapest.billing === 'monthly' ? ' per month' : ''} incl. {taxName(market)}
    </>
  )
}

function taxName(market: MarketId): string {
  return market === 'uk' ? 'VAT' : 'tax'
}

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
