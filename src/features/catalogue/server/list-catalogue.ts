import type { Context } from '#platform/server/context.ts'
import type { EditablePackage } from '../contract/editing.ts'
import { durationInWords, type Market, priceIn } from '../rules.ts'
import { listSoldVersions, type SoldVersion } from './editing-store.ts'
import { marketNamed } from './list-packages.ts'
import { listMarkets } from './store.ts'

export async function listCatalogue({ db }: Context): Promise<{ packages: EditablePackage[] }> {
  const markets = await listMarkets(db)
  const sold = await listSoldVersions(db)
  return { packages: sold.map((version) => showSold(version, markets)) }
}

export function showSold(sold: SoldVersion, markets: Market[]): EditablePackage {
  const { netPrice, publishedAt, spanWeeks: weeks, spanMonths: months } = sold
  return {
    ...sold,
    price: netPrice / 100,
    duration: durationInWords({ weeks, months }, sold.billing),
    prices: {
      uk: priceIn(marketNamed(markets, 'uk'), netPrice),
      international: priceIn(marketNamed(markets, 'international'), netPrice),
    },
    publishedAt: publishedAt.toISOString(),
  }
}
