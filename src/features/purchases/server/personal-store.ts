import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { purchases, toPurchase } from './store.ts'

// All that stands here about one person, for the file they may ask for and for the day on which they leave.

export async function listAllPurchases(db: Db, memberId: MemberId) {
  const rows = await purchases(db).where('purchase.member_id', '=', memberId).orderBy('purchase.created_at').execute()
  return rows.map(toPurchase)
}

export async function listAllEntitlements(db: Db, memberId: MemberId) {
  return db
    .selectFrom('entitlement')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .where('entitlement.member_id', '=', memberId)
    .select(['package_version.title', 'entitlement.source'])
    .select(['entitlement.starts_at', 'entitlement.ends_at', 'entitlement.cancelled_at'])
    .orderBy('entitlement.starts_at')
    .execute()
}

export async function listAllEntries(db: Db, memberId: MemberId) {
  return db
    .selectFrom('entitlement_entry')
    .innerJoin('entitlement', 'entitlement.id', 'entitlement_entry.entitlement_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'entitlement.package_id')
        .onRef('package_line.version', '=', 'entitlement.package_version')
        .onRef('package_line.key', '=', 'entitlement_entry.line_key'),
    )
    .where('entitlement.member_id', '=', memberId)
    .select(['package_version.title as package', 'package_line.title', 'entitlement_entry.kind'])
    .select(['entitlement_entry.quantity', 'entitlement_entry.occurred_at', 'entitlement_entry.reason'])
    .orderBy('entitlement_entry.occurred_at')
    .orderBy('package_line.position')
    .execute()
}

export async function listAllDocuments(db: Db, memberId: MemberId) {
  return db
    .selectFrom('document')
    .innerJoin('purchase', 'purchase.id', 'document.purchase_id')
    .where('purchase.member_id', '=', memberId)
    .select(['document.reference', 'document.kind', 'document.issued_at', 'document.content'])
    .orderBy('document.issued_at')
    .execute()
}

/**
 * Held first, in the order in which paying holds them too: whoever pays at this moment is either done before, or finds
 * the purchase given up and its member gone.
 */
export async function lockPurchasesOf(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('purchase').where('member_id', '=', memberId).select('id').orderBy('id').forUpdate().execute()
}

/** Before their purchases, in the order in which a month is recorded. */
export async function lockSubscriptionsOf(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('subscription').where('member_id', '=', memberId).select('id').orderBy('id').forUpdate().execute()
}

/** They stay with the papers they belong to, without the card of anybody. */
export async function endSubscriptions(tx: Db, memberId: MemberId, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ status: 'ended', ended_at: now })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .updateTable('subscription')
    .set({ card_brand: null, card_last4: null })
    .where('member_id', '=', memberId)
    .execute()
}

export async function cancelPendingPurchases(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ status: 'cancelled' })
    .where('member_id', '=', memberId)
    .where('status', '=', 'pending')
    .execute()
}

export async function endEntitlements(tx: Db, memberId: MemberId, now: Date): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelled_at: now })
    .where('member_id', '=', memberId)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', now)
    .execute()
}
