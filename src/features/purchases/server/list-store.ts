import './tables.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { PurchaseStatus } from '../contract.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'

/**
 * Newest first, from just after a place in that order. What was given up for a later purchase of the same package, and
 * never paid, is that purchase to its member, and not listed beside it.
 */
export async function listPurchasesOf(
  db: Db,
  memberId: MemberId,
  {
    limit,
    after,
    status,
  }: { limit: number; after: { at: Date; id: string } | undefined; status: PurchaseStatus | undefined },
): Promise<StoredPurchase[]> {
  let query = purchases(db)
    .where('purchase.member_id', '=', memberId)
    .where((where) =>
      where.or([
        where('purchase.status', '!=', 'cancelled'),
        where.not(
          where.exists(
            where
              .selectFrom('purchase as later')
              .whereRef('later.member_id', '=', 'purchase.member_id')
              .whereRef('later.package_id', '=', 'purchase.package_id')
              .whereRef('later.created_at', '>', 'purchase.created_at')
              .select('later.id'),
          ),
        ),
      ]),
    )
  if (status) query = query.where('purchase.status', '=', status)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('purchase.created_at', 'purchase.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  query = query.orderBy('purchase.created_at', 'desc').orderBy('purchase.id', 'desc').limit(limit)
  return (await preparedRows(db, query)).map(toPurchase)
}

/** Purchases of a provider whose payment is open since before a moment: oldest first, from just after a place there. */
export async function listPendingPurchases(
  db: Db,
  {
    paymentMode,
    before,
    after,
    limit,
  }: {
    paymentMode: StoredPurchase['paymentMode']
    before: Date
    after: { at: Date; id: string } | undefined
    limit: number
  },
): Promise<StoredPurchase[]> {
  let query = purchases(db)
    .where('purchase.status', '=', 'pending')
    .where('purchase.payment_mode', '=', paymentMode)
    .where('purchase.created_at', '<', before)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('purchase.created_at', 'purchase.id'), '>', where.tuple(after.at, after.id)),
    )
  }
  const rows = await query.orderBy('purchase.created_at').orderBy('purchase.id').limit(limit).execute()
  return rows.map(toPurchase)
}
