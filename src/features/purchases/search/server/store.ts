import type { Currency } from '#platform/shared/money.ts'
import '../../server/tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { PurchaseStatus } from '../../contract.ts'
import type { PurchaseSearch } from '../rules.ts'

export type PurchaseCriteria = {
  status: PurchaseStatus | undefined
  packageId: string | undefined
  currency: Currency | undefined
  from: Date | undefined
  before: Date | undefined
  search: PurchaseSearch | undefined
}

/** Must match the expression in the index. */
const purchasedAt = sql<Date>`coalesce(purchase.completed_at, purchase.created_at)`

/** If no more buyers than this match, fetching and sorting their purchases is always fast. */
const FEW_BUYERS = 200

/**
 * Roughly how many times more it costs to fetch and sort one buyer's purchases than to look up one purchase's buyer.
 */
const SORTING_COST = 2

/** Every member's purchases, newest first. */
export async function findPurchases(
  db: Db,
  { status, packageId, currency, from, before, search }: PurchaseCriteria,
  page: Page,
) {
  const buyers = search?.by === 'buyer' ? await findBuyers(db, search.beginning, page.limit) : accounts(db)
  let query = db
    .selectFrom('purchase')
    .innerJoin('packageVersion', versionOf('purchase'))
    .innerJoin(buyers.as('account'), 'account.id', 'purchase.memberId')
    .leftJoin('discountCode', 'discountCode.id', 'purchase.discountCodeId')
    .select(['purchase.id', 'purchase.reference', 'purchase.status', 'purchase.isProcessing', 'purchase.currency'])
    .select(['purchase.net', 'purchase.tax', 'purchase.total', 'purchase.refunded', 'purchase.paymentMode'])
    .select(['purchase.discount', 'discountCode.code as discountCode'])
    .select(['purchase.memberId', 'purchase.taxLabel', 'packageVersion.title', purchasedAt.as('purchasedAt')])
    .select(['account.firstName', 'account.lastName', 'account.email', 'account.deletedAt'])
  if (status) query = query.where('purchase.status', '=', status)
  if (packageId) query = query.where('purchase.packageId', '=', packageId)
  if (currency) query = query.where('purchase.currency', '=', currency)
  if (from) query = query.where(purchasedAt, '>=', from)
  if (before) query = query.where(purchasedAt, '<', before)
  if (search?.by === 'payment') query = query.where('purchase.paymentIntentId', '=', search.id)
  if (search?.by === 'reference') query = query.where('purchase.reference', 'like', startingWith(search.beginning))
  return takePage(query, [purchasedAt, 'purchase.id'], 'desc', page).execute()
}

export type FoundPurchase = Awaited<ReturnType<typeof findPurchases>>[number]

const accounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.email', 'account.deletedAt'])

/**
 * Finds accounts by the start of their email, full name or family name. If many match, scanning purchases from the
 * newest fills a page sooner; if few match, we fetch the buyers first and sort their purchases. The planner
 * overestimates the cost of index reads and would scan tens of thousands of purchases instead, so we decide ourselves.
 */
async function findBuyers(db: Db, beginning: string, limit: number) {
  const matches = matchesBuyer(startingWith(beginning))
  if (await hasManyBuyers(db, matches, limit)) return accounts(db).where(sql<boolean>`coalesce(${matches}, false)`)
  return db
    .with(
      (name) => name('account').materialized(),
      () => accounts(db).where(matches),
    )
    .selectFrom('account')
    .selectAll()
}

function matchesBuyer(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`(account.email_canonical like ${pattern}
    or lower(account.first_name || ' ' || account.last_name) like ${pattern}
    or lower(account.last_name) like ${pattern})`
}

function startingWith(beginning: string): string {
  return `${beginning.replaceAll(/[\\%_]/g, '\\$&')}%`
}

async function hasManyBuyers(db: Db, matches: RawBuilder<boolean>, limit: number): Promise<boolean> {
  const buyers = readRowEstimate(await accounts(db).where(matches).explain<QueryPlan>('json'))
  if (buyers <= FEW_BUYERS) return false
  const purchases = readRowEstimate(await db.selectFrom('purchase').select('id').explain<QueryPlan>('json'))
  return (limit * purchases) / buyers < SORTING_COST * buyers
}

type QueryPlan = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** The planner's estimate of the number of rows, from its statistics. Nothing is read or counted. */
function readRowEstimate([plan]: QueryPlan[]): number {
  if (!plan) throw new Error('Database returned no query plan')
  return plan['QUERY PLAN'][0].Plan['Plan Rows']
}
