import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import { formatDuration, type Market } from '../../rules.ts'
import { pricesIn } from '../../server/list-packages.ts'
import { listMarkets } from '../../server/store.ts'
import type { Buyers, EditablePackage, PackageHistory } from '../contract.ts'
import { listSoldVersions, listVersions, type SoldVersion } from './store.ts'

type CatalogueRow = { sold: EditablePackage; line: EditablePackage['lines'][number] }

/** One row per package line. */
export async function downloadCatalogue(context: MemberContext): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'catalogue',
    columns,
    readPage: async () => {
      const { packages } = await listCatalogue(context)
      return { items: packages.flatMap((sold) => sold.lines.map((line) => ({ sold, line }))), nextCursor: null }
    },
  })
}

const columns: CsvColumns<CatalogueRow> = {
  Package: ({ sold }) => sold.title,
  Service: ({ sold }) => sold.serviceType,
  Version: ({ sold }) => sold.version,
  'On sale': ({ sold }) => sold.isOnSale,
  Duration: ({ sold }) => sold.duration,
  'Net (GBP)': ({ sold }) => ({ amount: sold.prices.uk.net, currency: 'GBP' }),
  'Total (GBP)': ({ sold }) => ({ amount: sold.prices.uk.total, currency: 'GBP' }),
  'Net (USD)': ({ sold }) => ({ amount: sold.prices.international.net, currency: 'USD' }),
  'Total (USD)': ({ sold }) => ({ amount: sold.prices.international.total, currency: 'USD' }),
  Line: ({ line }) => line.title,
  Kind: ({ line }) => line.kind,
  Minutes: ({ line }) => line.minutes,
  Unit: ({ line }) => line.unit,
  Quantity: ({ line }) => line.quantity ?? 'unlimited',
  'Granted per': ({ line }) => line.grantedPer,
  'Weight (basis points)': ({ line }) => line.weight,
}

/** Injected, because purchases depend on the catalogue and not vice versa. */
export type CountBuyers = (db: Db, packageId: string) => Promise<Buyers>

const MAX_VERSIONS = 20

export async function getCataloguePackage(
  db: Db,
  packageId: string,
  countBuyers: CountBuyers,
): Promise<PackageHistory> {
  const [sold] = await listSoldVersions(db, packageId)
  if (!sold) throw new Refused('package-not-found')
  const versions = await listVersions(db, packageId, MAX_VERSIONS)
  return {
    ...toEditablePackage(sold, await listMarkets(db)),
    buyers: await countBuyers(db, packageId),
    versions: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })),
  }
}

export async function listCatalogue({ db }: Context): Promise<{ packages: EditablePackage[] }> {
  const markets = await listMarkets(db)
  const sold = await listSoldVersions(db)
  return { packages: sold.map((version) => toEditablePackage(version, markets)) }
}

function toEditablePackage(sold: SoldVersion, markets: Market[]): EditablePackage {
  const { netPrice, publishedAt, span, billing } = sold
  return {
    ...sold,
    price: netPrice / 100,
    duration: formatDuration(span, billing),
    prices: pricesIn(markets, netPrice),
    publishedAt: publishedAt.toISOString(),
  }
}
