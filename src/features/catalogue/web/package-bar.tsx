import { ButtonLink } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Package } from '../contract.ts'
import { BuyLinks } from './buy-controls.tsx'
import { LowestPricePanel } from './lowest-price-panel.tsx'
import { TotalPrice } from './total-price-text.tsx'

/**
 * The packages with their whole price and button, at the lower edge of a phone's screen for as long as its container is
 * visible. It is the container's last element, so it never covers what follows. With large text or a low screen it
 * stays in its place, because it would cover too much.
 */
export function PackageBar({ packages }: { packages: Package[] }) {
  const offers = packages.filter(({ canBeBought }) => canBeBought)
  if (offers.length === 0) return null
  return (
    <aside
      aria-label="Buy a package"
      data-bottom-bar=""
      className="z-20 mb-10 border-y border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-raised tall-phone:sticky tall-phone:bottom-0 md:hidden print:hidden"
    >
      <ul className="container-page flex flex-wrap gap-3 py-2">
        {offers.length > 2 ? (
          <OtherOffers packages={offers} />
        ) : (
          offers.map((offer, index) => (
            <li
              key={offer.id}
              className={classNames(
                'grid min-w-0 flex-[1_1_8rem]',
                offers.length === 1 ? 'grid-cols-2 items-center gap-3' : 'grid-rows-[1fr_auto]',
              )}
            >
              <p className="pb-1 text-xs leading-snug">
                <span className="block font-semibold tall-phone:truncate">{offer.title}</span>
                <TotalPrice package={offer} />
              </p>
              <BuyLinks package={offer} size="small" variant={index === 0 ? 'primary' : 'quiet'} />
            </li>
          ))
        )}
      </ul>
    </aside>
  )
}

/** The bar has room for two packages. */
function OtherOffers({ packages }: { packages: Package[] }) {
  return (
    <li className="grid flex-1 grid-cols-2 items-center gap-3 text-sm">
      <span>
        <LowestPricePanel packages={packages} />
      </span>
      <ButtonLink to="#packages" wide size="small">
        See the packages
      </ButtonLink>
    </li>
  )
}
