import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page, PagePosition } from '#platform/server/paging.ts'
import { endOfSessions, ledgerOfOwned, usablePackages } from './usable-store.ts'

// Finds the sessions left when a package ends (PRODUCT D22). Deliverables never expire.

/** Packages that have ended but whose remaining sessions have not expired yet, ordered by end. */
export async function listEndedPackages(db: Db, { now, ...page }: Page & { now: Date }): Promise<PagePosition[]> {
  const query = db.selectFrom('entitlement').where('isSettled', '=', false).where('endsAt', '<=', now)
  return takePage(query.select(['id', 'endsAt as at']), ['endsAt', 'id'], 'asc', page).execute()
}

export type ExpiringLine = { lineKey: string; left: number; endedAt: Date; isOver: boolean }

/**
 * Reads the sessions left in a package that was not cancelled or refunded. `isOver` stays false during a dispute or
 * while a subscription's sessions may still be used.
 */
export async function listExpiringLines(tx: Db, entitlementId: string, now: Date): Promise<ExpiringLine[]> {
  // Sessions granted once per subscription can be used until its last month ends.
  const { rows } = await sql<ExpiringLine>`
    with months as (
      select month.id
      from entitlement
      join purchase on purchase.id = entitlement.purchase_id
      join purchase as paid on paid.subscription_id = purchase.subscription_id
      join entitlement as month on month.purchase_id = paid.id
      where entitlement.id = ${entitlementId}
    ),
    owned as (${usablePackages(sql`(entitlement.id = ${entitlementId} or entitlement.id in (select id from months))`, [
      'refunded',
    ])})
    select
      package_line.key as "lineKey",
      sum(entitlement_entry.quantity)::int as "left",
      ${endOfSessions} as "endedAt",
      ${endOfSessions} <= ${now} and purchase.status is distinct from 'disputed'
        and (package_line.granted_per <> 'subscription' or subscription.id is null or subscription.ended_at is not null)
        as "isOver"
    from owned
    left join purchase on purchase.id = owned.purchase_id
    left join subscription on subscription.id = owned.subscription_id
    ${ledgerOfOwned}
    where owned.id = ${entitlementId} and package_line.kind = 'session'
    group by package_line.key, package_line.granted_per, owned.last_end, owned.ends_at, purchase.status,
      subscription.id
    having not bool_or(entitlement_entry.quantity is null) and sum(entitlement_entry.quantity) > 0
    order by package_line.key
  `.execute(tx)
  return rows
}

/** Later runs skip the package until it is extended, refunded or disputed. */
export async function markSessionsExpired(tx: Db, entitlementId: string): Promise<void> {
  await tx.updateTable('entitlement').set({ isSettled: true }).where('id', '=', entitlementId).execute()
}

export async function insertExpiry(
  tx: Db,
  { entitlementId, lineKey, left, at }: { entitlementId: string; lineKey: string; left: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('entitlementEntry')
    .values({ entitlementId, lineKey, kind: 'expiry', quantity: -left, occurredAt: at })
    .execute()
}
