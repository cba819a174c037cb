import './tables.ts'
import { sql } from 'kysely'
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

/** Everybody's, newest first, from just after a place in that order. */
export async function findPurchases(
  db: Db,
  { status, packageId, currency, from, before, search }: PurchasesWanted,
  { limit, after }: { limit: number; after: Place | undefined },
) {
  let query = db
    .selectFrom('purchase')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'purchase.package_id')
        .onRef('package_version.version', '=', 'purchase.package_version'),
    )
    .innerJoin('account', 'account.id', 'purchase.member_id')
    .select(['purchase.id', 'purchase.reference', 'purchase.status', 'purchase.is_processing', 'purchase.currency'])
    .select(['purchase.net', 'purchase.tax', 'purchase.total', 'purchase.refunded', 'purchase.payment_mode'])
    .select(['purchase.member_id', 'purchase.tax_label', 'package_version.title', dated.as('dated')])
    .select(['account.first_name', 'account.last_name', 'account.email', 'account.deleted_at'])
  if (status) query = query.where('purchase.status', '=', status)
  if (packageId) query = query.where('purchase.package_id', '=', packageId)
  if (currency) query = query.where('purchase.currency', '=', currency)
  if (from) query = query.where(dated, '>=', from)
  if (before) query = query.where(dated, '<', before)
  if (search) query = query.where(isFound(db, search))
  if (after) query = query.where(sql<boolean>`(${dated}, purchase.id) < (${after.at}, ${after.id}::uuid)`)
  return query.orderBy(dated, 'desc').orderBy('purchase.id', 'desc').limit(limit).execute()
}

export type FoundPurchase = Awaited<ReturnType<typeof findPurchases>>[number]

function isFound(db: Db, search: PurchaseSearch) {
  if (search.by === 'payment') return sql<boolean>`purchase.payment_intent_id = ${search.id}`
  const beginning = `${search.beginning.replaceAll(/[\\%_]/g, '\\$&')}%`
  if (search.by === 'reference') return sql<boolean>`purchase.reference like ${beginning}`
  const buyers = db
    .selectFrom('account')
    .where(({ or, eb }) =>
      or([
        eb('account.email_canonical', 'like', beginning),
        sql<boolean>`lower(account.first_name || ' ' || account.last_name) like ${beginning}`,
        sql<boolean>`lower(account.last_name) like ${beginning}`,
      ]),
    )
    .select('account.id')
  return sql<boolean>`purchase.member_id in (${buyers})`
}
