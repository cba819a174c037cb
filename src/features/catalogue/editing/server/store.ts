import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { currentVersions, insertVersion, type NewVersion, toPackageVersion } from '../../server/store.ts'

export type SoldVersion = Awaited<ReturnType<typeof listSoldVersions>>[number]

/** The current versions with their lines, on sale or not. */
export async function listSoldVersions(db: Db, packageId?: string) {
  const rows = await currentVersions(db)
    .$if(packageId !== undefined, (query) => query.where('package.id', '=', packageId ?? ''))
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...toPackageVersion(row), lines: await listLines(db, row.id, row.version) })),
  )
}

function listLines(db: Db, packageId: string, version: number) {
  return db
    .selectFrom('packageLine')
    .where('packageId', '=', packageId)
    .where('version', '=', version)
    .select(['key', 'kind', 'title', 'minutes', 'unit', 'quantity', 'grantedPer', 'weight'])
    .orderBy('position')
    .execute()
}

/** Makes concurrent attempts to publish the package wait for this transaction. */
export async function lockPackage(tx: Db, packageId: string): Promise<void> {
  await tx.selectFrom('package').where('id', '=', packageId).select('id').forUpdate().executeTakeFirst()
}

/** Keys of all versions. */
export async function listKnownKeys(db: Db, packageId: string): Promise<string[]> {
  const rows = await db.selectFrom('packageLine').where('packageId', '=', packageId).select('key').distinct().execute()
  return rows.map(({ key }) => key)
}

export async function listVersions(db: Db, packageId: string, limit: number) {
  return db
    .selectFrom('packageVersion')
    .where('packageId', '=', packageId)
    .select(['version', 'title', 'netPrice', 'createdAt as publishedAt'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

/** Inserts the version and makes it the current one. @returns its number */
export async function publishVersion(
  tx: Db,
  { isOnSale, ...draft }: Omit<NewVersion, 'version'> & { isOnSale: boolean },
): Promise<number> {
  const { packageId } = draft
  const [last] = await listVersions(tx, packageId, 1)
  const version = (last?.version ?? 0) + 1
  await insertVersion(tx, { ...draft, version })
  await tx
    .updateTable('package')
    .set({ currentVersion: version, onSale: isOnSale })
    .where('id', '=', packageId)
    .execute()
  return version
}
