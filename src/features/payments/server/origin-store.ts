import './tables.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** In place of the address before, if there was one. */
export async function noteOrigin(
  db: Db,
  { purchaseId, addressKey, notedAt }: { purchaseId: string; addressKey: string; notedAt: Date },
): Promise<void> {
  await db
    .insertInto('payment_origin')
    .values({ purchase_id: purchaseId, address_key: addressKey, noted_at: notedAt })
    .onConflict((conflict) =>
      conflict.column('purchase_id').doUpdateSet({ address_key: addressKey, noted_at: notedAt }),
    )
    .execute()
}

export async function findOrigin(db: Db, purchaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_origin')
    .where('purchase_id', '=', purchaseId)
    .select('address_key')
    .executeTakeFirst()
  return row?.address_key
}

/** A month that is due and another card have no purchase of their own: they stand under the first of their subscription. */
export async function noteOriginOfSubscription(
  db: Db,
  { subscriptionId, ...origin }: { subscriptionId: string; addressKey: string; notedAt: Date },
): Promise<void> {
  const first = await db
    .selectFrom('purchase')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow()
  await noteOrigin(db, { purchaseId: first.id, ...origin })
}

export async function findOriginOfSubscription(db: Db, subscriptionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_origin')
    .innerJoin('purchase', 'purchase.id', 'payment_origin.purchase_id')
    .where('purchase.subscription_id', '=', subscriptionId)
    .orderBy('payment_origin.noted_at', 'desc')
    .select('payment_origin.address_key')
    .executeTakeFirst()
  return row?.address_key
}

export async function listOriginsOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('payment_origin')
    .innerJoin('purchase', 'purchase.id', 'payment_origin.purchase_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'purchase.package_id')
        .onRef('package_version.version', '=', 'purchase.package_version'),
    )
    .where('purchase.member_id', '=', memberId)
    .select(['package_version.title', 'payment_origin.address_key', 'payment_origin.noted_at'])
    .orderBy('payment_origin.noted_at')
    .execute()
}

/** @returns how many: the first so many */
export async function deleteOriginsBefore(db: Db, moment: Date, most: number): Promise<number> {
  const old = db.selectFrom('payment_origin').where('noted_at', '<', moment).orderBy('noted_at')
  return deleteFirst(db, 'payment_origin', old, most)
}

export async function deleteOriginsOf(db: Db, memberId: MemberId): Promise<void> {
  await db
    .deleteFrom('payment_origin')
    .where('purchase_id', 'in', (select) =>
      select.selectFrom('purchase').where('member_id', '=', memberId).select('id'),
    )
    .execute()
}
