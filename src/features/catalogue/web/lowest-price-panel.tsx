import { formatMoney } from '#platform/shared/format-money.ts'
import type { MarketId, Package } from '../contract.ts'
import { marketClasses, markets, taxNames } from './market-panel.tsx'

/** Shows the full price of the cheapest package: "from £34.80 per month incl. VAT". */
export function LowestPricePanel({ packages }: { packages: Package[] }) {
  return markets.map((market) => {
    const [cheapest] = [...packages].sort((a, b) => a.prices[market].total - b.prices[market].total)
    if (!cheapest) return null
    return (
      <span key={market} className={marketClasses[market]}>
        from <FullPrice package={cheapest} market={market} />
      </span>
    )
  })
}

/** Shows a package's full price: "£34.80 per month incl. VAT". */
export function FullPricePanel({ package: offer }: { package: Package }) {
  return markets.map((market) => (
    <span key={market} className={marketClasses[market]}>
      <FullPrice package={offer} market={market} />
    </span>
  ))
}

function FullPrice({ package: { prices, billing }, market }: { package: Package; market: MarketId }) {
  const { tax, total, currency } = prices[market]
  return (
    <>
      <strong className="font-semibold">{formatMoney(total, currency)}</strong>
      {billing === 'monthly' ? ' per month' : ''}
      {tax > 0 ? ` incl. ${taxNames[market]}` : ''}
    </>
  )
}
