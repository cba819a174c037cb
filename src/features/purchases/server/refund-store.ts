import './tables.ts'
import { sql } from 'kysely'
import { linesOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { PurchaseStatus } from '../contract.ts'
import { endOfSessions, usablePackages } from '../ledger/server/usable-store.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'

// Applies refunds and disputes to a purchase and its package.

/** The end as purchased, which decides refunds even if the package was extended (PRODUCT D22). */
const boughtUntil = sql<Date>`coalesce(entitlement.bought_until, entitlement.ends_at)`

/** Locks and reads the purchase, so that refunds are decided one at a time. */
export async function lockPurchase(tx: Db, id: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(tx).where('purchase.id', '=', id).forUpdate('purchase').executeTakeFirst()
  return row && toPurchase(row)
}

/** Always locks in order of id, to avoid deadlocks. */
export async function lockPurchases(tx: Db, ids: string[]): Promise<void> {
  await tx
    .selectFrom('purchase')
    .where('id', '=', sql<string>`any(${ids})`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The database rejects refunds above the amount paid. */
export async function saveRefunded(tx: Db, id: string, refunded: number): Promise<void> {
  await tx.updateTable('purchase').set({ refunded }).where('id', '=', id).execute()
}

/** The purchase must have been paid for. */
export async function savePurchaseStatus(tx: Db, id: string, status: PurchaseStatus): Promise<void> {
  // A failed refund may restore a package that has already ended, in which case its remaining sessions must still
  // expire.
  await tx.updateTable('entitlement').set({ isSettled: false }).where('purchaseId', '=', id).execute()
  await tx
    .updateTable('purchase')
    .set({ status })
    .where('id', '=', id)
    .where('completedAt', 'is not', null)
    .where('status', '!=', status)
    .execute()
}

/** Ends the package unless it has already been cancelled. */
export async function endPackage(tx: Db, purchaseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelledAt: at })
    .where('purchaseId', '=', purchaseId)
    .where('cancelledAt', 'is', null)
    .execute()
}

/** Restores a package that was cancelled at one of these times, if it has not passed its end and the account exists. */
export async function restorePackage(
  tx: Db,
  purchaseId: string,
  { endedAt, now }: { endedAt: Date[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelledAt: null })
    .where('purchaseId', '=', purchaseId)
    .where('cancelledAt', '=', sql<Date>`any(${endedAt})`)
    .where('endsAt', '>', now)
    .where((where) =>
      where.exists(
        where
          .selectFrom('account')
          .whereRef('account.id', '=', 'entitlement.memberId')
          .where('account.deletedAt', 'is', null)
          .select('account.id'),
      ),
    )
    .execute()
}

/**
 * Reads what a purchase promises and what has been used; undefined if it granted nothing. Upcoming sessions do not
 * count as used, because they are cancelled with the package.
 */
export async function findPackageUsage(db: Db, purchaseId: string, now: Date) {
  const rows = await db
    .selectFrom('entitlement')
    .innerJoin('packageLine', linesOf('entitlement'))
    .where('entitlement.purchaseId', '=', purchaseId)
    .select(['entitlement.startsAt', 'entitlement.cancelledAt', boughtUntil.as('boughtUntil')])
    .select(['packageLine.title', 'packageLine.weight', 'packageLine.quantity'])
    .select((select) =>
      select
        .selectFrom('entitlementEntry')
        .whereRef('entitlementEntry.entitlementId', '=', 'entitlement.id')
        .whereRef('entitlementEntry.lineKey', '=', 'packageLine.key')
        .where('entitlementEntry.kind', 'in', ['use', 'forfeit', 'return'])
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('reservedSession')
                .whereRef('reservedSession.causeId', '=', 'entitlementEntry.causeId')
                .where('reservedSession.startsAt', '>', now)
                .select('reservedSession.causeId'),
            ),
          ),
        )
        .select((entry) => sql<number>`coalesce(-${entry.fn.sum('entitlementEntry.quantity')}, 0)::int`.as('used'))
        .as('used'),
    )
    .orderBy('packageLine.position')
    .execute()
  const [firstRow] = rows
  return (
    firstRow && {
      startsAt: firstRow.startsAt,
      boughtUntil: firstRow.boughtUntil,
      cancelledAt: firstRow.cancelledAt,
      lines: rows.map(({ title, weight, quantity, used }) => ({ title, weight, promised: quantity, used: used ?? 0 })),
    }
  )
}

/**
 * Counts upcoming bookings that would be cancelled if this purchase's package ended, including bookings in other months
 * of its subscription that depend on it.
 */
export async function countUpcomingSessions(db: Db, purchaseId: string, now: Date): Promise<number> {
  const otherPackages = sql`
    entitlement.purchase_id is distinct from ${purchaseId}
    and entitlement.member_id = (select member_id from purchase where id = ${purchaseId})`
  const { rows } = await sql<{ count: number }>`
    with owned as (${usablePackages(otherPackages, ['refunded'])})
    select count(*)::int as count
    from purchase as ending
    join purchase on purchase.id = ending.id or purchase.subscription_id = ending.subscription_id
    join entitlement on entitlement.purchase_id = purchase.id
    join reserved_session on reserved_session.entitlement_id = entitlement.id
    join entitlement_entry as used on used.cause_id = reserved_session.cause_id and used.kind = 'use'
    join package_line
      on package_line.package_id = entitlement.package_id and package_line.version = entitlement.package_version
      and package_line.key = used.line_key
    left join owned on owned.id = entitlement.id
    where ending.id = ${purchaseId}
      and reserved_session.starts_at > ${now}
      and (owned.id is null or reserved_session.starts_at >= ${endOfSessions})
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** True if this is a later month of a subscription and an earlier month was paid for. */
export async function isRenewal(db: Db, { id, subscriptionId }: StoredPurchase): Promise<boolean> {
  if (!subscriptionId) return false
  const firstMonth = await db
    .selectFrom('purchase')
    .where('subscriptionId', '=', subscriptionId)
    .where('completedAt', 'is not', null)
    .select('id')
    .orderBy('completedAt')
    .limit(1)
    .executeTakeFirst()
  return firstMonth?.id !== id
}

/** True if a later month of the same subscription has been paid for. */
export async function hasLaterMonth(tx: Db, purchaseId: string): Promise<boolean> {
  const laterMonth = await tx
    .selectFrom('purchase')
    .innerJoin('purchase as later', 'later.subscriptionId', 'purchase.subscriptionId')
    .where('purchase.id', '=', purchaseId)
    .whereRef('later.completedAt', '>', 'purchase.completedAt')
    .select('later.id')
    .limit(1)
    .executeTakeFirst()
  return laterMonth !== undefined
}

/**
 * The member's active package of the given kind, if none of it has been refunded or disputed. Extended days do not
 * count, because they were not bought.
 */
export async function findRunningPurchase(
  db: Db,
  { memberId, packageId, now }: { memberId: MemberId; packageId: string; now: Date },
): Promise<StoredPurchase | undefined> {
  const row = await purchases(db)
    .where('purchase.memberId', '=', memberId)
    .where('purchase.packageId', '=', packageId)
    .where('purchase.status', '=', 'completed')
    .where('purchase.refunded', '=', 0)
    .where('entitlement.cancelledAt', 'is', null)
    .where('entitlement.startsAt', '<=', now)
    .where(boughtUntil, '>', now)
    // Each package can be upgraded once, even if its refund failed.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('purchase as better')
            .whereRef('better.upgradesPurchaseId', '=', 'purchase.id')
            .where('better.status', 'not in', ['pending', 'cancelled', 'failed'])
            .select('better.id'),
        ),
      ),
    )
    .orderBy('entitlement.startsAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPurchase(row)
}
