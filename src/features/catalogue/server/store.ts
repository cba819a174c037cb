import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { MarketId, PackageLine, ServiceType } from '../contract.ts'
import type { LineSeed, PackageSeed } from '../packages.ts'
import type { Market, Span } from '../rules.ts'

/** A past or current version of a package. */
export type PackageVersion = {
  id: string
  version: number
  title: string
  description: string
  netPrice: ReturnType<typeof minorUnits>
  serviceType: ServiceType
  billing: 'once' | 'monthly'
  span: Span
  features: string[]
  image: string
  isOnSale: boolean
}

export async function listMarkets(db: Db): Promise<Market[]> {
  return db.selectFrom('market').selectAll().execute()
}

export async function findMarket(db: Db, id: MarketId): Promise<Market | undefined> {
  return (await listMarkets(db)).find((market) => market.id === id)
}

/** Affects only future quotes, because purchases keep copies of their rate. */
export async function saveTaxRate(
  tx: Db,
  { id, taxRateBasisPoints, taxLabel }: Pick<Market, 'id' | 'taxRateBasisPoints' | 'taxLabel'>,
): Promise<void> {
  await tx.updateTable('market').set({ taxRateBasisPoints, taxLabel }).where('id', '=', id).execute()
}

const versions = (db: Db) =>
  db
    .selectFrom('package')
    .innerJoin('packageVersion', 'packageVersion.packageId', 'package.id')
    .select([
      'package.id',
      'package.serviceType',
      'package.onSale',
      'package.position',
      'packageVersion.version',
      'packageVersion.title',
      'packageVersion.description',
      'packageVersion.netPrice',
      'packageVersion.billing',
      'packageVersion.spanWeeks',
      'packageVersion.spanMonths',
      'packageVersion.features',
      'packageVersion.image',
    ])

export async function listPackagesOnSale(db: Db): Promise<PackageVersion[]> {
  const rows = await versions(db)
    .whereRef('packageVersion.version', '=', 'package.currentVersion')
    .where('package.onSale', '=', true)
    .orderBy('package.position')
    .execute()
  return rows.map(toPackageVersion)
}

/** The current version, whether or not the package is on sale. */
export async function findCurrentPackage(db: Db, id: string): Promise<PackageVersion | undefined> {
  const row = await versions(db)
    .whereRef('packageVersion.version', '=', 'package.currentVersion')
    .where('package.id', '=', id)
    .executeTakeFirst()
  return row && toPackageVersion(row)
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

function toPackageVersion(row: VersionRow): PackageVersion {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    description: row.description,
    netPrice: minorUnits(row.netPrice),
    serviceType: row.serviceType,
    billing: row.billing,
    span: { weeks: row.spanWeeks, months: row.spanMonths },
    features: row.features,
    image: row.image,
    isOnSale: row.onSale,
  }
}

/** Lines of all current versions, by package id. */
export async function listCurrentLines(db: Db): Promise<Map<string, PackageLine[]>> {
  const rows = await db
    .selectFrom('packageLine')
    .innerJoin('package', (join) =>
      join
        .onRef('package.id', '=', 'packageLine.packageId')
        .onRef('package.currentVersion', '=', 'packageLine.version'),
    )
    .selectAll('packageLine')
    .orderBy('packageLine.position')
    .execute()
  return Map.groupBy(rows, ({ packageId }) => packageId)
}

export async function hasPackages(db: Db): Promise<boolean> {
  return (await db.selectFrom('package').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Allows one writer at a time until the transaction ends. Readers do not wait. */
export async function lockMarkets(tx: Db): Promise<void> {
  await sql`lock table market in share row exclusive mode`.execute(tx)
}

export async function insertMarkets(db: Db, markets: Market[]): Promise<void> {
  await db.insertInto('market').values(markets).execute()
}

export async function insertPackage(db: Db, seed: PackageSeed, position: number, createdAt: Date): Promise<void> {
  const version = 1
  await db
    .insertInto('packageVersion')
    .values({
      packageId: seed.id,
      version,
      title: seed.title,
      description: seed.description,
      netPrice: seed.netPrice,
      billing: seed.billing,
      spanWeeks: 'weeks' in seed.span ? seed.span.weeks : 0,
      spanMonths: 'months' in seed.span ? seed.span.months : 0,
      features: seed.features,
      image: seed.image,
      createdAt,
    })
    .execute()
  await db
    .insertInto('packageLine')
    .values(seed.lines.map((line, index) => lineRow(seed.id, version, line, index)))
    .execute()
  // Inserted last, because a trigger refuses new lines for a version on sale.
  await db
    .insertInto('package')
    .values({ id: seed.id, serviceType: seed.serviceType, position, onSale: true, currentVersion: version })
    .execute()
}

function lineRow(packageId: string, version: number, line: LineSeed, position: number) {
  return {
    packageId,
    version,
    key: line.key,
    position,
    kind: line.kind,
    title: line.title,
    minutes: line.kind === 'session' ? line.minutes : null,
    unit: line.kind === 'deliverable' ? line.unit : null,
    quantity: line.quantity,
    grantedPer: line.grantedPer,
    weight: line.weight,
  }
}
