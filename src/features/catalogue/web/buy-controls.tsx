import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Package } from '../contract.ts'
import { checkoutPath } from '../rules/checkouts.ts'
import { marketClasses, markets } from './market-panel.tsx'

type BuyLinksProps = {
  package: Package
  /** The current page's address, to return to after login. */
  page: string
  size?: 'normal' | 'small'
}

/**
 * Leads to the checkout, through the login for visitors. Renders all links. CSS shows the right one for this visitor
 * and market before React runs. The package's card describes them.
 */
export function BuyLinks({ package: { id, billing }, page, size = 'normal' }: BuyLinksProps) {
  const label = billing === 'monthly' ? 'Subscribe Now' : 'Get Started'
  const button = { wide: true, size, 'aria-describedby': `${id}-title` }
  return (
    <div className="self-end">
      {markets.map((market) => (
        <div key={market} className={marketClasses[market]}>
          <ButtonLink {...button} to={`/login?from=${encodeURIComponent(`${page}#${id}`)}`} className="member:hidden">
            {label}
          </ButtonLink>
          <ButtonLink {...button} to={checkoutPath(market, id)} reloadDocument className="visitor:hidden">
            {label}
          </ButtonLink>
        </div>
      ))}
    </div>
  )
}
