import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MinorUnits } from '#platform/shared/money.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { PackageLine, ServiceType } from '../../contract.ts'
import { versionOf } from '../../server/version-store.ts'
import type { DraftLine, PackageDraft } from '../contract.ts'

export type SoldVersion = {
  id: string
  version: number
  title: string
  description: string
  netPrice: MinorUnits
  serviceType: ServiceType
  billing: 'once' | 'monthly'
  spanWeeks: number
  spanMonths: number
  features: string[]
  image: string
  isOnSale: boolean
  publishedAt: Date
  lines: (PackageLine & { weight: number })[]
}

/** The current versions, on sale or not. */
export async function listSoldVersions(db: Db, packageId?: string): Promise<SoldVersion[]> {
  const rows = await db
    .selectFrom('package')
    .innerJoin('packageVersion', versionOf('package'))
    .$if(packageId !== undefined, (query) => query.where('package.id', '=', packageId ?? ''))
    .select(['package.id', 'serviceType', 'onSale as isOnSale'])
    .select(['version', 'title', 'description', 'netPrice', 'billing', 'features', 'image'])
    .select(['spanWeeks', 'spanMonths', 'createdAt as publishedAt'])
    .orderBy('package.position')
    .execute()
  return Promise.all(
    rows.map(async ({ netPrice, ...row }) => ({
      ...row,
      netPrice: minorUnits(netPrice),
      lines: await listLines(db, row.id, row.version),
    })),
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

/** Makes concurrent publications of the package wait for this transaction. */
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

type NewVersion = Omit<PackageDraft, 'lines'> & {
  packageId: string
  lines: (DraftLine & { key: string })[]
  publishedAt: Date
  /** Its fields that never change are copied. */
  previous: Pick<SoldVersion, 'billing' | 'image'>
}

/** Inserts the version and makes it the current one. @returns its number */
export async function insertVersion(
  tx: Db,
  { packageId, previous, publishedAt, ...draft }: NewVersion,
): Promise<number> {
  const [last] = await listVersions(tx, packageId, 1)
  const version = (last?.version ?? 0) + 1
  await tx
    .insertInto('packageVersion')
    .values({
      packageId,
      version,
      title: draft.title,
      description: draft.description,
      netPrice: draft.netPrice,
      billing: previous.billing,
      spanWeeks: draft.spanWeeks,
      spanMonths: draft.spanMonths,
      features: draft.features,
      image: previous.image,
      createdAt: publishedAt,
    })
    .execute()
  await tx
    .insertInto('packageLine')
    .values(draft.lines.map((line, position) => ({ ...line, packageId, version, position })))
    .execute()
  await tx
    .updateTable('package')
    .set({ currentVersion: version, onSale: draft.isOnSale })
    .where('id', '=', packageId)
    .execute()
  return version
}
