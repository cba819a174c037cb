import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MinorUnits } from '#platform/shared/money.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { DraftLine, PackageDraft } from '../contract/editing.ts'
import type { PackageLine, ServiceType } from '../contract.ts'

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

/** The versions that are sold now, on sale or not. */
export async function listSoldVersions(db: Db, packageId?: string): Promise<SoldVersion[]> {
  const rows = await db
    .selectFrom('package')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'package.id')
        .onRef('package_version.version', '=', 'package.current_version'),
    )
    .$if(packageId !== undefined, (query) => query.where('package.id', '=', packageId ?? ''))
    .select(['package.id', 'service_type as serviceType', 'on_sale as isOnSale'])
    .select(['version', 'title', 'description', 'net_price', 'billing', 'features', 'image'])
    .select(['span_weeks as spanWeeks', 'span_months as spanMonths', 'created_at as publishedAt'])
    .orderBy('package.position')
    .execute()
  return Promise.all(
    rows.map(async ({ net_price, ...row }) => ({
      ...row,
      netPrice: minorUnits(net_price),
      lines: await listLines(db, row.id, row.version),
    })),
  )
}

function listLines(db: Db, packageId: string, version: number) {
  return db
    .selectFrom('package_line')
    .where('package_id', '=', packageId)
    .where('version', '=', version)
    .select(['key', 'kind', 'title', 'minutes', 'unit', 'quantity', 'granted_per as grantedPer', 'weight'])
    .orderBy('position')
    .execute()
}

/** Whoever publishes the same package waits here until the other one is done. */
export async function lockPackage(tx: Db, packageId: string): Promise<boolean> {
  const row = await tx.selectFrom('package').where('id', '=', packageId).select('id').forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Of every version there was. */
export async function listKnownKeys(db: Db, packageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('package_line')
    .where('package_id', '=', packageId)
    .select('key')
    .distinct()
    .execute()
  return rows.map(({ key }) => key)
}

export async function listVersions(db: Db, packageId: string, limit: number) {
  return db
    .selectFrom('package_version')
    .where('package_id', '=', packageId)
    .select(['version', 'title', 'net_price as netPrice', 'created_at as publishedAt'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
}

type NewVersion = Omit<PackageDraft, 'lines'> & {
  packageId: string
  lines: (DraftLine & { key: string })[]
  publishedAt: Date
  /** What never changes. */
  kept: Pick<SoldVersion, 'billing' | 'image'>
}

/** Writes it and sells it from now on. @returns its number */
export async function insertVersion(tx: Db, { packageId, kept, publishedAt, ...draft }: NewVersion): Promise<number> {
  const [last] = await listVersions(tx, packageId, 1)
  const version = (last?.version ?? 0) + 1
  await tx
    .insertInto('package_version')
    .values({
      package_id: packageId,
      version,
      title: draft.title,
      description: draft.description,
      net_price: draft.netPrice,
      billing: kept.billing,
      span_weeks: draft.spanWeeks,
      span_months: draft.spanMonths,
      features: draft.features,
      image: kept.image,
      created_at: publishedAt,
    })
    .execute()
  await tx
    .insertInto('package_line')
    .values(
      draft.lines.map(({ grantedPer, ...line }, position) => ({
        ...line,
        package_id: packageId,
        version,
        position,
        granted_per: grantedPer,
      })),
    )
    .execute()
  await tx
    .updateTable('package')
    .set({ current_version: version, on_sale: draft.isOnSale })
    .where('id', '=', packageId)
    .execute()
  return version
}
