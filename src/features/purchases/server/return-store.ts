import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { PurchaseStatus } from '../contract.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'
import { endOfSessions, usablePackages } from './usable-store.ts'

// What money on its way back changes of a purchase and of its package.

/** Until when a package was bought. That we let it run longer changes no refund (PRODUCT D22). */
const boughtUntil = sql<Date>`coalesce(entitlement.bought_until, entitlement.ends_at)`

/** The purchase as it stands, held until the transaction ends: what goes back of it is decided by one at a time. */
export async function lockPurchase(tx: Db, id: string): Promise<StoredPurchase | undefined> {
  const row = await purchases(tx).where('purchase.id', '=', id).forUpdate('purchase').executeTakeFirst()
  return row && toPurchase(row)
}

/** Several at once, always in the same order. */
export async function lockPurchases(tx: Db, ids: string[]): Promise<void> {
  await tx
    .selectFrom('purchase')
    .where('id', '=', sql<string>`any(${ids})`)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Never more than was paid: the database refuses it. */
export async function saveRefunded(tx: Db, id: string, refunded: number): Promise<void> {
  await tx.updateTable('purchase').set({ refunded }).where('id', '=', id).execute()
}

/** Of a purchase that was paid. */
export async function saveMoneyStatus(tx: Db, id: string, status: PurchaseStatus): Promise<void> {
  // A refund that failed, say: what is left of a package that has ended expires after all.
  await tx.updateTable('entitlement').set({ is_settled: false }).where('purchase_id', '=', id).execute()
  await tx
    .updateTable('purchase')
    .set({ status })
    .where('id', '=', id)
    .where('completed_at', 'is not', null)
    .where('status', '!=', status)
    .execute()
}

/** What was bought ends, unless it has ended already. */
export async function endPackage(tx: Db, purchaseId: string, at: Date): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelled_at: at })
    .where('purchase_id', '=', purchaseId)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Gives back what was ended at one of those moments, where it would still run and its member is still here. */
export async function restorePackage(
  tx: Db,
  purchaseId: string,
  { endedAt, now }: { endedAt: Date[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('entitlement')
    .set({ cancelled_at: null })
    .where('purchase_id', '=', purchaseId)
    .where('cancelled_at', '=', sql<Date>`any(${endedAt})`)
    .where('ends_at', '>', now)
    .where((where) =>
      where.exists(
        where
          .selectFrom('account')
          .whereRef('account.id', '=', 'entitlement.member_id')
          .where('account.deleted_at', 'is', null)
          .select('account.id'),
      ),
    )
    .execute()
}

/**
 * What a purchase promises and what of it was received; undefined where nothing was granted for it. A session that is
 * still to come was not received: it is given up with the package.
 */
export async function findReceived(db: Db, purchaseId: string, now: Date) {
  const rows = await db
    .selectFrom('entitlement')
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'entitlement.package_id')
        .onRef('package_line.version', '=', 'entitlement.package_version'),
    )
    .where('entitlement.purchase_id', '=', purchaseId)
    .select(['entitlement.starts_at', 'entitlement.cancelled_at', boughtUntil.as('bought_until')])
    .select(['package_line.title', 'package_line.weight', 'package_line.quantity'])
    .select((select) =>
      select
        .selectFrom('entitlement_entry')
        .whereRef('entitlement_entry.entitlement_id', '=', 'entitlement.id')
        .whereRef('entitlement_entry.line_key', '=', 'package_line.key')
        .where('entitlement_entry.kind', 'in', ['use', 'forfeit', 'return'])
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('reserved_session')
                .whereRef('reserved_session.cause_id', '=', 'entitlement_entry.cause_id')
                .where('reserved_session.starts_at', '>', now)
                .select('reserved_session.cause_id'),
            ),
          ),
        )
        .select((entry) => sql<number>`coalesce(-${entry.fn.sum('entitlement_entry.quantity')}, 0)::int`.as('used'))
        .as('used'),
    )
    .orderBy('package_line.position')
    .execute()
  const [first] = rows
  return (
    first && {
      startsAt: first.starts_at,
      boughtUntil: first.bought_until,
      cancelledAt: first.cancelled_at,
      lines: rows.map(({ title, weight, quantity, used }) => ({ title, weight, promised: quantity, used: used ?? 0 })),
    }
  )
}

/**
 * How many sessions are booked, have not begun, and go where this purchase's package ends: by the rule of what may be
 * used, with that package left out. Of a subscription also those of another month that is paid no further without it.
 */
export async function countComingSessions(db: Db, purchaseId: string, now: Date): Promise<number> {
  const others = sql`
    entitlement.purchase_id is distinct from ${purchaseId}
    and entitlement.member_id = (select member_id from purchase where id = ${purchaseId})`
  const { rows } = await sql<{ count: number }>`
    with owned as (${usablePackages(others, ['refunded'])})
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

/** Is it a later month of a subscription whose first was paid before? */
export async function isRenewal(db: Db, { id, subscriptionId }: StoredPurchase): Promise<boolean> {
  if (!subscriptionId) return false
  const first = await db
    .selectFrom('purchase')
    .where('subscription_id', '=', subscriptionId)
    .where('completed_at', 'is not', null)
    .select('id')
    .orderBy('completed_at')
    .limit(1)
    .executeTakeFirst()
  return first?.id !== id
}

/** Was a month of the same subscription paid after this one? */
export async function hasLaterMonth(tx: Db, purchaseId: string): Promise<boolean> {
  const later = await tx
    .selectFrom('purchase')
    .innerJoin('purchase as later', 'later.subscription_id', 'purchase.subscription_id')
    .where('purchase.id', '=', purchaseId)
    .whereRef('later.completed_at', '>', 'purchase.completed_at')
    .select('later.id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * The member's package of a kind that runs for what was paid, as it stands: nothing went back, and nobody disputes it.
 * The days for which it was extended were not bought.
 */
export async function findRunningPurchase(
  db: Db,
  { memberId, packageId, now }: { memberId: MemberId; packageId: string; now: Date },
): Promise<StoredPurchase | undefined> {
  const row = await purchases(db)
    .where('purchase.member_id', '=', memberId)
    .where('purchase.package_id', '=', packageId)
    .where('purchase.status', '=', 'completed')
    .where('purchase.refunded', '=', 0)
    .where('entitlement.cancelled_at', 'is', null)
    .where('entitlement.starts_at', '<=', now)
    .where(boughtUntil, '>', now)
    // One package is given in payment once, also where its refund failed.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('purchase as better')
            .whereRef('better.upgrades_purchase_id', '=', 'purchase.id')
            .where('better.status', 'not in', ['pending', 'cancelled', 'failed'])
            .select('better.id'),
        ),
      ),
    )
    .orderBy('entitlement.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPurchase(row)
}
