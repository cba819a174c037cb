import { sql } from 'kysely'
import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { MarketId, PackageLine, ServiceType } from '../contract.ts'
import type { LineSeed, PackageSeed } from '../packages.ts'
import type { Market, Span } from '../rules.ts'

/** One version of a package, as it was or is sold. */
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
  const rows = await db.selectFrom('market').selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    currency: row.currency,
    taxRateBasisPoints: row.tax_rate_basis_points,
    taxLabel: row.tax_label,
  }))
}

export async function findMarket(db: Db, id: MarketId): Promise<Market | undefined> {
  return (await listMarkets(db)).find((market) => market.id === id)
}

/** For what is quoted from now on: what was sold has copies. */
export async function saveRate(
  tx: Db,
  { id, taxRateBasisPoints, taxLabel }: Pick<Market, 'id' | 'taxRateBasisPoints' | 'taxLabel'>,
): Promise<void> {
  await tx
    .updateTable('market')
    .set({ tax_rate_basis_points: taxRateBasisPoints, tax_label: taxLabel })
    .where('id', '=', id)
    .execute()
}

const versions = (db: Db) =>
  db
    .selectFrom('package')
    .innerJoin('package_version', 'package_version.package_id', 'package.id')
    .select([
      'package.id',
      'package.service_type',
      'package.on_sale',
      'package.position',
      'package_version.version',
      'package_version.title',
      'package_version.description',
      'package_version.net_price',
      'package_version.billing',
      'package_version.span_weeks',
      'package_version.span_months',
      'package_version.features',
      'package_version.image',
    ])

export async function listPackagesOnSale(db: Db): Promise<PackageVersion[]> {
  const rows = await versions(db)
    .whereRef('package_version.version', '=', 'package.current_version')
    .where('package.on_sale', '=', true)
    .orderBy('package.position')
    .execute()
  return rows.map(toPackageVersion)
}

/** The version that is sold now, whether or not the package is on sale. */
export async function findCurrentPackage(db: Db, id: string): Promise<PackageVersion | undefined> {
  const row = await versions(db)
    .whereRef('package_version.version', '=', 'package.current_version')
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
    netPrice: minorUnits(row.net_price),
    serviceType: row.service_type,
    billing: row.billing,
    span: { weeks: row.span_weeks, months: row.span_months },
    features: row.features,
    image: row.image,
    isOnSale: row.on_sale,
  }
}

/** The lines of every current version, by package id. */
export async function listCurrentLines(db: Db): Promise<Map<string, PackageLine[]>> {
  const rows = await db
    .selectFrom('package_line')
    .innerJoin('package', (join) =>
      join
        .onRef('package.id', '=', 'package_line.package_id')
        .onRef('package.current_version', '=', 'package_line.version'),
    )
    .selectAll('package_line')
    .orderBy('package_line.position')
    .execute()
  const lines = new Map<string, PackageLine[]>()
  for (const row of rows) {
    const line = { ...row, grantedPer: row.granted_per }
    lines.set(row.package_id, [...(lines.get(row.package_id) ?? []), line])
  }
  return lines
}

export async function hasPackages(db: Db): Promise<boolean> {
  return (await db.selectFrom('package').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** One transaction at a time, until its end. Whoever reads does not wait. */
export async function lockMarkets(tx: Db): Promise<void> {
  await sql`lock table market in share row exclusive mode`.execute(tx)
}

export async function insertMarkets(db: Db, markets: Market[]): Promise<void> {
  const rows = markets.map(({ id, currency, taxRateBasisPoints, taxLabel }) => ({
    id,
    currency,
    tax_rate_basis_points: taxRateBasisPoints,
    tax_label: taxLabel,
  }))
  await db.insertInto('market').values(rows).execute()
}

export async function insertPackage(db: Db, seed: PackageSeed, position: number, createdAt: Date): Promise<void> {
  const version = 1
  await db
    .insertInto('package_version')
    .values({
      package_id: seed.id,
      version,
      title: seed.title,
      description: seed.description,
      net_price: seed.netPrice,
      billing: seed.billing,
      span_weeks: 'weeks' in seed.span ? seed.span.weeks : 0,
      span_months: 'months' in seed.span ? seed.span.months : 0,
      features: seed.features,
      image: seed.image,
      created_at: createdAt,
    })
    .execute()
  await db
    .insertInto('package_line')
    .values(seed.lines.map((line, index) => lineRow(seed.id, version, line, index)))
    .execute()
  // Last: nothing is added to a version that is sold.
  await db
    .insertInto('package')
    .values({ id: seed.id, service_type: seed.serviceType, position, on_sale: true, current_version: version })
    .execute()
}

function lineRow(packageId: string, version: number, line: LineSeed, position: number) {
  return {
    package_id: packageId,
    version,
    key: line.key,
    position,
    kind: line.kind,
    title: line.title,
    minutes: line.kind === 'session' ? line.minutes : null,
    unit: line.kind === 'deliverable' ? line.unit : null,
    quantity: line.quantity,
    granted_per: line.grantedPer,
    weight: line.weight,
  }
}
