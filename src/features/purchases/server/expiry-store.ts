import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfSessions, usablePackages } from './usable-store.ts'

/** Packages that are over, with sessions that nobody has used. */
export async function listExpiring(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from (${expiring(sql`true`, now)}) as line limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Once for each kind of session: the database takes no second one. While the package is held. */
export async function insertExpiries(tx: Db, entitlementId: string, now: Date): Promise<void> {
  const whose = sql`entitlement.member_id = (select member_id from entitlement where id = ${entitlementId})`
  await sql`
    insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
    select id, key, 'expiry', -unused, ended_at from (${expiring(whose, now)}) as line where id = ${entitlementId}
    on conflict (entitlement_id, line_key) where kind = 'expiry' do nothing
  `.execute(tx)
}

/**
 * Sessions of packages whose time is over. What is granted once a subscription waits for its end: as long as a month may
 * still be paid, it may be used again.
 */
function expiring(whose: RawBuilder<unknown>, now: Date) {
  return sql`
    with owned as (${usablePackages(whose, ['refunded', 'disputed'])})
    select owned.id, package_line.key, sum(entitlement_entry.quantity)::int as unused, ${endOfSessions} as ended_at
    from owned
    left join subscription on subscription.id = owned.subscription_id
    join package_line
      on package_line.package_id = owned.package_id and package_line.version = owned.package_version
    join entitlement_entry
      on entitlement_entry.entitlement_id = owned.id and entitlement_entry.line_key = package_line.key
    where package_line.kind = 'session'
      and ${endOfSessions} <= ${now}
      and (package_line.granted_per <> 'subscription' or subscription.id is null or subscription.ended_at is not null)
    group by owned.id, owned.ends_at, owned.last_end, package_line.key, package_line.granted_per
    having sum(entitlement_entry.quantity) > 0
      and not bool_or(entitlement_entry.quantity is null or entitlement_entry.kind = 'expiry')
  `
}
