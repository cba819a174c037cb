import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Buyers, PackageHistory } from '../contract/editing.ts'
import { listSoldVersions, listVersions } from './editing-store.ts'
import { showSold } from './list-catalogue.ts'
import { listMarkets } from './store.ts'

/** Purchases stand above the catalogue: what is known of them there is handed down. */
export type CountBuyers = (db: Db, packageId: string) => Promise<Buyers>

const SHOWN_VERSIONS = 20

export async function getCataloguePackage(
  db: Db,
  packageId: string,
  countBuyers: CountBuyers,
): Promise<PackageHistory> {
  const [sold] = await listSoldVersions(db, packageId)
  if (!sold) throw new Refused('package-not-found')
  const versions = await listVersions(db, packageId, SHOWN_VERSIONS)
  return {
    ...showSold(sold, await listMarkets(db)),
    buyers: await countBuyers(db, packageId),
    versions: versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() })),
  }
}
