import '../../server/tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { decideEarlyStart } from '../rules.ts'

/**
 * Locks a purchase's package and reads what determines its end date if it starts now. The caller has already locked the
 * subscription and the purchase.
 */
export async function lockWaitingPackage(tx: Db, purchaseId: string) {
  const row = await tx
    .selectFrom('entitlement')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .innerJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .leftJoin('subscription', 'subscription.id', 'purchase.subscriptionId')
    .where('entitlement.purchaseId', '=', purchaseId)
    .select(['entitlement.id', 'entitlement.startsAt', 'entitlement.endsAt', 'entitlement.boughtUntil'])
    .select('entitlement.cancelledAt')
    .select(['packageVersion.spanWeeks', 'packageVersion.spanMonths'])
    .select(['subscription.createdAt as startedAt', 'subscription.periodEndsAt'])
    .forUpdate('entitlement')
    .executeTakeFirstOrThrow()
  return {
    ...row,
    boughtUntil: row.boughtUntil ?? row.endsAt,
    span: { weeks: row.spanWeeks, months: row.spanMonths },
    firstMonth: row.startedAt && row.periodEndsAt ? { startedAt: row.startedAt, paidUntil: row.periodEndsAt } : null,
  }
}

/** True if the member has another package of the same kind between these times. */
export async function hasOverlappingPackage(
  db: Db,
  entitlementId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement')
    .innerJoin('entitlement as other', (join) =>
      join
        .onRef('other.memberId', '=', 'entitlement.memberId')
        .onRef('other.packageId', '=', 'entitlement.packageId')
        .onRef('other.id', '!=', 'entitlement.id'),
    )
    .where('entitlement.id', '=', entitlementId)
    .where('other.cancelledAt', 'is', null)
    .where('other.startsAt', '<', endsAt)
    .where('other.endsAt', '>', startsAt)
    .select('other.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Start = ReturnType<typeof decideEarlyStart> & { purchaseId: string; version: string }

/** Starts the package, and saves the version of the text accepted and the delay for later months. */
export async function saveEarlyStart(
  tx: Db,
  { purchaseId, version, startsAt, endsAt, boughtUntil, delayedDays }: Start,
): Promise<void> {
  await tx
    .updateTable('purchase')
    .set({ startNowVersion: version, startNowAt: startsAt })
    .where('id', '=', purchaseId)
    .execute()
  await tx
    .updateTable('entitlement')
    .set({
      startsAt,
      endsAt,
      boughtUntil: boughtUntil < endsAt ? boughtUntil : null,
      // Tasks promised in the package become due at its new end date.
      deliverablesPlannedAt: null,
    })
    .where('purchaseId', '=', purchaseId)
    .execute()
  if (delayedDays === null) return
  await tx
    .updateTable('subscription')
    .set({ delayedDays })
    .where('id', '=', sql<string>`(select subscription_id from purchase where id = ${purchaseId})`)
    .execute()
}

/** @returns null if staff granted the package without a purchase; undefined if the package belongs to someone else */
export async function findPurchaseOfPackage(db: Db, memberId: MemberId, entitlementId: string) {
  const row = await db
    .selectFrom('entitlement')
    .where('id', '=', entitlementId)
    .where('memberId', '=', memberId)
    .select('purchaseId')
    .executeTakeFirst()
  return row?.purchaseId
}
