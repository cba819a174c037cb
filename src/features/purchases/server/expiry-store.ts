import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfSessions, ledgerOfOwned, usablePackages } from './usable-store.ts'

// What is left of a package's sessions when it ends (PRODUCT D22). What was promised beside them never expires.

type Ended = { id: string; endsAt: Date }

/** Packages that have ended and whose record does not say so yet: by their ends, from just after a place in that order. */
export async function listEndedPackages(
  db: Db,
  { now, limit, after }: { now: Date; limit: number; after: Ended | undefined },
): Promise<Ended[]> {
  let query = db.selectFrom('entitlement').where('is_settled', '=', false).where('ends_at', '<=', now)
  if (after) {
    query = query.where((where) => where(where.refTuple('ends_at', 'id'), '>', where.tuple(after.endsAt, after.id)))
  }
  return query.select(['id', 'ends_at as endsAt']).orderBy('ends_at').orderBy('id').limit(limit).execute()
}

export type ExpiringLine = { lineKey: string; left: number; endedAt: Date; isOver: boolean }

/**
 * What is left of the counted sessions of a package that was neither cancelled nor refunded. It is not over while there
 * is a dispute, or a month of its subscription that may still be paid: then what is left may be used again.
 */
export async function listExpiringLines(tx: Db, entitlementId: string, now: Date): Promise<ExpiringLine[]> {
  // The months of one subscription count together: what it grants once can be used until its last one ends.
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

/** Nothing is to be looked at any more; an extension asks for it anew. */
export async function markSettled(tx: Db, entitlementId: string): Promise<void> {
  await tx.updateTable('entitlement').set({ is_settled: true }).where('id', '=', entitlementId).execute()
}

export async function insertExpiry(
  tx: Db,
  { entitlementId, lineKey, left, at }: { entitlementId: string; lineKey: string; left: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('entitlement_entry')
    .values({ entitlement_id: entitlementId, line_key: lineKey, kind: 'expiry', quantity: -left, occurred_at: at })
    .execute()
}
