import './tables.ts'
import { type Insertable, type JoinBuilder, sql } from 'kysely'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { MarketId, PackageLine } from '../contract.ts'
import type { PackageSeed } from '../packages.ts'
import type { Market } from '../rules.ts'

export async function listMarkets(db: Db): Promise<Market[]> {
  return db.selectFrom('market').selectAll().execute()
}

export async function findMarket(db: Db, id: MarketId): Promise<Market | undefined> {
  return (await listMarkets(db)).find((market) => market.id === id)
}

/** Only affects future quotes, because purchases keep a copy of their rate. */
export async function saveTaxRate(
  tx: Db,
  { id, taxRateBasisPoints, taxLabel }: Pick<Market, 'id' | 'taxRateBasisPoints' | 'taxLabel'>,
): Promise<void> {
  await tx.updateTable('market').set({ taxRateBasisPoints, taxLabel }).where('id', '=', id).execute()
}

/** Tables that reference a package version. `package` means its current version. */
type Versioned = 'entitlement' | 'purchase' | 'subscription' | 'guardianConfirmation' | 'package'

/** Joins the package version. */
export const versionOf = (table: Versioned) => joinVersion('packageVersion', table)

/** Joins the package version's lines. */
export const linesOf = (table: Versioned) => joinVersion('packageLine', table)

function joinVersion(joined: 'packageVersion' | 'packageLine', table: Versioned) {
  const [id, version] = table === 'package' ? ['id', 'currentVersion'] : ['packageId', 'packageVersion']
  const isOfPackage = sql<boolean>`${sql.ref(`${joined}.packageId`)} = ${sql.ref(`${table}.${id}`)}`
  const isOfVersion = sql<boolean>`${sql.ref(`${joined}.version`)} = ${sql.ref(`${table}.${version}`)}`
  return <DB, Table extends keyof DB>(join: JoinBuilder<DB, Table>) => join.on(isOfPackage).on(isOfVersion)
}

/** The current versions of all packages, on sale or not. */
export const currentVersions = (db: Db) =>
  db
    .selectFrom('package')
    .innerJoin('packageVersion', versionOf('package'))
    .select(['package.id', 'serviceType', 'onSale as isOnSale'])
    .select(['version', 'title', 'description', 'netPrice', 'billing', 'features', 'image'])
    .select(['spanWeeks', 'spanMonths', 'createdAt as publishedAt'])
    .orderBy('package.position')

type VersionRow = Awaited<ReturnType<ReturnType<typeof currentVersions>['executeTakeFirstOrThrow']>>

export type PackageVersion = ReturnType<typeof toPackageVersion>

export function toPackageVersion(row: VersionRow) {
  return { ...row, netPrice: minorUnits(row.netPrice), span: { weeks: row.spanWeeks, months: row.spanMonths } }
}

export async function listPackagesOnSale(db: Db): Promise<PackageVersion[]> {
  return (await currentVersions(db).where('onSale', '=', true).execute()).map(toPackageVersion)
}

/** The current version, whether or not the package is on sale. */
export async function findCurrentPackage(db: Db, id: string): Promise<PackageVersion | undefined> {
  const row = await currentVersions(db).where('package.id', '=', id).executeTakeFirst()
  return row && toPackageVersion(row)
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

export type NewVersion = Insertable<Tables['packageVersion']> & { lines: PackageLine[] }

/** Inserts a version with its lines in the given order. */
export async function insertVersion(tx: Db, { lines, ...row }: NewVersion): Promise<void> {
  const { packageId, version } = row
  await tx.insertInto('packageVersion').values(row).execute()
  await tx
    .insertInto('packageLine')
    .values(lines.map((line, position) => ({ ...line, packageId, version, position })))
    .execute()
}

export async function insertPackage(
  tx: Db,
  { id, serviceType, span, ...seed }: PackageSeed,
  { position, createdAt }: { position: number; createdAt: Date },
): Promise<void> {
  const version = 1
  await insertVersion(tx, {
    ...seed,
    packageId: id,
    version,
    spanWeeks: span.weeks,
    spanMonths: span.months,
    createdAt,
  })
  // Inserted last, because a trigger refuses new lines for a version on sale.
  await tx.insertInto('package').values({ id, serviceType, position, onSale: true, currentVersion: version }).execute()
}
