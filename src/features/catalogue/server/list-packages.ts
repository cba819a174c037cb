import type { Context } from '#platform/server/context.ts'
import type { Package } from '../contract.ts'
import { durationInWords, type Market, priceIn } from '../rules.ts'
import { listCurrentLines, listMarkets, listPackagesOnSale } from './store.ts'

export async function listPackages({ db }: Context): Promise<Package[]> {
  const markets = await listMarkets(db)
  const packages = await listPackagesOnSale(db)
  const lines = await listCurrentLines(db)
  return packages.map(({ netPrice, span, isOnSale: _, ...described }) => ({
    ...described,
    price: netPrice / 100,
    duration: durationInWords(span, described.billing),
    prices: {
      uk: priceIn(marketNamed(markets, 'uk'), netPrice),
      international: priceIn(marketNamed(markets, 'international'), netPrice),
    },
    lines: lines.get(described.id) ?? [],
  }))
}

export function marketNamed(markets: Market[], id: Market['id']): Market {
  const market = markets.find((candidate) => candidate.id === id)
  if (!market) throw new Error(`The catalogue has no market ${id}`)
  return market
}
