import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Package } from '../contract.ts'
import { checkoutPath } from '../rules/checkouts.ts'
import { marketClasses, markets } from './market-panel.tsx'

type BuyLinksProps = { package: Package; size?: 'normal' | 'small' }

/** Leads to the checkout. CSS shows the link for this visitor's market. The package's card describes it. */
export function BuyLinks({ package: { id, billing }, size = 'normal' }: BuyLinksProps) {
  return (
    <div className="self-end">
      {markets.map((market) => (
        <div key={market} className={marketClasses[market]}>
          <ButtonLink to={checkoutPath(market, id)} reloadDocument wide size={size} aria-describedby={`${id}-title`}>
            {billing === 'monthly' ? 'Subscribe Now' : 'Get Started'}
          </ButtonLink>
        </div>
      ))}
    </div>
  )
}
