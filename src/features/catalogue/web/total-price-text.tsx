import { formatMoney } from '#platform/shared/format-money.ts'
import type { Package } from '../contract.ts'
import { marketClasses, markets, taxNames } from './market-panel.tsx'

/** How much less one package costs than another, in every market: "£84.00". */
export function PriceDifference({ dearer, cheaper }: { dearer: Package; cheaper: Package }) {
  return markets.map((market) => (
    <strong key={market} className={`font-semibold tabular-nums ${marketClasses[market]}`}>
      {formatMoney(dearer.prices[market].total - cheaper.prices[market].total, dearer.prices[market].currency)}
    </strong>
  ))
}

/** The whole price in every market: "£34.80 incl. VAT per month". CSS shows the visitor's market. */
export function TotalPrice({ package: { prices, billing } }: { package: Package }) {
  return markets.map((market) => {
    const { tax, total, currency } = prices[market]
    return (
      <span key={market} className={marketClasses[market]}>
        <strong className="font-semibold tabular-nums">{formatMoney(total, currency)}</strong>
        {tax > 0 ? ` incl. ${taxNames[market]}` : ''}
        {billing === 'monthly' ? ' per month' : ''}
      </span>
    )
  })
}
