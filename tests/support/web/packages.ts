import type { Package } from '#features/catalogue/contract.ts'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { formatDuration, priceIn } from '#features/catalogue/rules.ts'

/** The catalogue of a new site, as visitors get it. */
export const seededPackages: Package[] = packageSeeds.map(({ netPrice, span, ...seed }) => ({
  ...seed,
  version: 1,
  price: netPrice / 100,
  duration: formatDuration(span, seed.billing),
  prices: {
    uk: priceIn({ id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' }, netPrice),
    international: priceIn(
      { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' },
      netPrice,
    ),
  },
  canBeBought: true,
}))

export function seededPackage(id: string): Package {
  const offer = seededPackages.find((seed) => seed.id === id)
  if (!offer) throw new Error(`The catalogue has no package ${id}`)
  return offer
}
