import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MinorUnits } from '#platform/shared/money.ts'
import type { Package } from '../contract.ts'
import { formatDuration, type Market, priceIn } from '../rules.ts'
import { listCurrentLines, listMarkets, listPackagesOnSale } from './store.ts'

/**
 * Finds packages that have no consultant for one of their sessions. Injected, because consultants depend on the
 * catalogue and not vice versa.
 */
export type FindUnstaffed = (db: Db) => Promise<{ packageId: string }[]>

export async function listPackages({ db }: Context, findUnstaffed: FindUnstaffed): Promise<Package[]> {
  const markets = await listMarkets(db)
  const packages = await listPackagesOnSale(db)
  const lines = await listCurrentLines(db)
  const unstaffed = new Set((await findUnstaffed(db)).map(({ packageId }) => packageId))
  return packages.map(({ netPrice, span, ...version }) => ({
    ...version,
    price: netPrice / 100,
    duration: formatDuration(span, version.billing),
    prices: pricesIn(markets, netPrice),
    lines: lines.get(version.id) ?? [],
    canBeBought: !unstaffed.has(version.id),
  }))
}

/** @throws if a market is missing */
export function pricesIn(markets: Market[], net: MinorUnits): Package['prices'] {
  return {
    uk: priceIn(getMarket(markets, 'uk'), net),
    international: priceIn(getMarket(markets, 'international'), net),
  }
}

function getMarket(markets: Market[], id: Market['id']): Market {
  const market = markets.find((candidate) => candidate.id === id)
  if (!market) throw new Error(`The catalogue has no market ${id}`)
  return market
}
