import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { PurchaseStatus } from '../contract.ts'
import type { PurchaseSearch } from '../rules/purchase-search.ts'

export type PurchasesWanted = {
  status: PurchaseStatus | undefined
  packageId: string | undefined
  currency: 'GBP' | 'USD' | undefined
  from: Date | undefined
  before: Date | undefined
  search: PurchaseSearch | undefined
}

/** As the indexes have it. */
const dated = sql<Date>`coalesce(purchase.completed_at, purchase.created_at)`

/** So few buyers have their purchases fetched and sorted at once, however many purchases there are. */
const FEW = 200

/** To fetch the purchases of a buyer and sort them takes so many times as long as to look up whose a purchase is. */
const SORTING = 2

/** Everybody's, newest first, from just after a place in that order. */
export async function findPurchases(
  db: Db,
  { status, packageId, currency, from, before, search }: PurchasesWanted,
  { limit, after }: { limit: number; after: Place | undefined },
) {
  const buyers = search?.by === 'buyer' ? await findBuyers(db, search.beginning, limit) : accounts(db)
  let query = db
    .selectFrom('purchase')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'purchase.package_id')
        .onRef('package_version.version', '=', 'purchase.package_version'),
    )
    .innerJoin(buyers.as('account'), 'account.id', 'purchase.member_id')
    .select(['purchase.id', 'purchase.reference', 'purchase.status', 'purchase.is_processing', 'purchase.currency'])
    .select(['purchase.net', 'purchase.tax', 'purchase.total', 'purchase.refunded', 'purchase.payment_mode'])
    .select(['purchase.member_id', 'purchase.tax_label', 'package_version.title', dated.as('dated')])
    .select(['account.first_name', 'account.last_name', 'account.email', 'account.deleted_at'])
  if (status) query = query.where('purchase.status', '=', status)
  if (packageId) query = query.where('purchase.package_id', '=', packageId)
  if (currency) query = query.where('purchase.currency', '=', currency)
  if (from) query = query.where(dated, '>=', from)
  if (before) query = query.where(dated, '<', before)
  if (search?.by === 'payment') query = query.where('purchase.payment_intent_id', '=', search.id)
  if (search?.by === 'reference') query = query.where('purchase.reference', 'like', startingWith(search.beginning))
  if (after) query = query.where(sql<boolean>`(${dated}, purchase.id) < (${after.at}, ${after.id}::uuid)`)
  return query.orderBy(dated, 'desc').orderBy('purchase.id', 'desc').limit(limit).execute()
}

export type FoundPurchase = Awaited<ReturnType<typeof findPurchases>>[number]

const accounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.first_name', 'account.last_name', 'account.email', 'account.deleted_at'])

/**
 * Accounts whose address, name or family name begins so. Where many do, a page is full soon: purchases are gone through
 * from the newest, and each one's buyer is looked at. Else the buyers come first, and their purchases are sorted. The
 * planner takes what is fetched by an index for much dearer than it is: with a million members it would go through tens
 * of thousands of purchases rather than sort two thousand.
 */
async function findBuyers(db: Db, beginning: string, limit: number) {
  const fits = isNamed(startingWith(beginning))
  if (await doManyFit(db, fits, limit)) return accounts(db).where(sql<boolean>`coalesce(${fits}, false)`)
  return db
    .with(
      (name) => name('account').materialized(),
      () => accounts(db).where(fits),
    )
    .selectFrom('account')
    .selectAll()
}

function isNamed(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`(account.email_canonical like ${pattern}
    or lower(account.first_name || ' ' || account.last_name) like ${pattern}
    or lower(account.last_name) like ${pattern})`
}

function startingWith(beginning: string): string {
  return `${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`
}

async function doManyFit(db: Db, fits: RawBuilder<boolean>, limit: number): Promise<boolean> {
  const buyers = rowsIn(await accounts(db).where(fits).explain<Explained>('json'))
  if (buyers <= FEW) return false
  const purchases = rowsIn(await db.selectFrom('purchase').select('id').explain<Explained>('json'))
  return (limit * purchases) / buyers < SORTING * buyers
}

type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** As the planner expects by what it keeps of the columns: nothing is read or counted. */
function rowsIn([explained]: Explained[]): number {
  if (!explained) throw new Error('The database told no plan')
  return explained['QUERY PLAN'][0].Plan['Plan Rows']
}
