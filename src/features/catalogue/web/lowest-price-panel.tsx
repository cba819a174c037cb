import { formatMoney } from '#platform/shared/format-money.ts'
import type { Package } from '../contract.ts'
import { marketClasses, markets, taxNames } from './market-panel.tsx'

/** Shows the full price of the cheapest package: "from £34.80 per month incl. VAT". */
export function LowestPricePanel({ packages }: { packages: Package[] }) {
  return markets.map((market) => {
    const [cheapest] = [...packages].sort((a, b) => a.prices[market].total - b.prices[market].total)
    if (!cheapest) return null
    const { tax, total, currency } = cheapest.prices[market]
    return (
      <span key={market} className={marketClasses[market]}>
        from <strong className="font-semibold">{formatMoney(total, currency)}</strong>
        {cheapest.billing === 'monthly' ? ' per month' : ''}
        {tax > 0 ? ` incl. ${taxNames[market]}` : ''}
      </span>
    )
  })
}
