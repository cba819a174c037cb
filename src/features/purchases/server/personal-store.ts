import './tables.ts'
import { linesOf, versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { purchases, toPurchase } from './store.ts'

// Reads one member's data for the export, and ends whatever is active when the account is deleted.

export async function listAllPurchases(db: Db, memberId: MemberId) {
  const rows = await purchases(db).where('purchase.memberId', '=', memberId).orderBy('purchase.createdAt').execute()
  return rows.map(toPurchase)
}

export async function listAllEntitlements(db: Db, memberId: MemberId) {
  return db
    .selectFrom('entitlement')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .where('entitlement.memberId', '=', memberId)
    .select(['packageVersion.title', 'entitlement.source'])
    .select(['entitlement.startsAt', 'entitlement.endsAt', 'entitlement.cancelledAt'])
    .orderBy('entitlement.startsAt')
    .execute()
}

export async function listAllEntries(db: Db, memberId: MemberId) {
  return db
    .selectFrom('entitlementEntry')
    .innerJoin('entitlement', 'entitlement.id', 'entitlementEntry.entitlementId')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .innerJoin('packageLine', (join) =>
      linesOf('entitlement')(join).onRef('packageLine.key', '=', 'entitlementEntry.lineKey'),
    )
    .where('entitlement.memberId', '=', memberId)
    .select(['packageVersion.title as package', 'packageLine.title', 'entitlementEntry.kind'])
    .select(['entitlementEntry.quantity', 'entitlementEntry.occurredAt', 'entitlementEntry.reason'])
    .orderBy('entitlementEntry.occurredAt')
    .orderBy('packageLine.position')
    .execute()
}

export async function listAllDocuments(db: Db, memberId: MemberId) {
  return db
    .selectFrom('document')
    .innerJoin('purchase', 'purchase.id', 'document.purchaseId')
    .where('purchase.memberId', '=', memberId)
    .select(['document.reference', 'document.kind', 'document.issuedAt', 'document.content'])
    .orderBy('document.issuedAt')
    .execute()
}

/**
 * Lock in the same order as payments do: a concurrent payment then either completes first, or finds the purchase
 * cancelled and the account deleted.
 */
export async function lockMemberPurchases(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('purchase').where('memberId', '=', memberId).select('id').orderBy('id').forUpdate().execute()
}

/** Lock the subscriptions before the purchases, as when recording a paid month. */
export async function lockMemberSubscriptions(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('subscription').where('memberId', '=', memberId).select('id').orderBy('id').forUpdate().execute()
}

/** Keeps the subscriptions with their documents, but removes the card details. */
export async function endSubscriptions(tx: Db, memberId: MemberId, now: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ status: 'ended', endedAt: now })
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .execute()
  await tx
    .updateTable('subscription')
    .set({ cardBrand: null, cardLast4: null })
    .where('memberId', '=', memberId)
    .execute()
}

export async function cancelPendingPurchases(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ status: 'cancelled' })
    .where('memberId', '=', memberId)
    .where('status', '=', 'pending')
    .execute()
}

export async function endEntitlements(tx: Db, memberId: MemberId, now: Date): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelledAt: now })
    .where('memberId', '=', memberId)
    .where('cancelledAt', 'is', null)
    .where('endsAt', '>', now)
    .execute()
}
