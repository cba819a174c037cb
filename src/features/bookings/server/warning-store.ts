import './tables.ts'
import { sql } from 'kysely'
import { endOfSessions, ledgerOfOwned, usablePackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** A kind of session of which a running package has some left that are not booked. */
export type UnbookedSession = {
  entitlementId: string
  memberId: MemberId
  packageTitle: string
  title: string
  minutes: number
  left: number
  startsAt: Date
  /** It must start before. */
  endsAt: Date
}

/**
 * In the order of their packages. A subscription that goes on loses nothing when a month ends; of one that does not,
 * what it grants once is counted from the begin of its last month.
 * @param packageIds null: of all
 */
export async function listUnbookedSessions(db: Db, now: Date, packageIds: string[] | null): Promise<UnbookedSession[]> {
  const { rows } = await sql<UnbookedSession>`
    with running as (
      select coalesce(purchase.subscription_id, entitlement.id) as id
      from entitlement
      left join purchase on purchase.id = entitlement.purchase_id
      left join subscription on subscription.id = purchase.subscription_id
      where entitlement.ends_at > ${now} and entitlement.starts_at <= ${now}
        and (subscription.id is null or subscription.cancels_at_period_end or subscription.ended_at is not null)
    ),
    owned as (${usablePackages(sql`coalesce(purchase.subscription_id, entitlement.id) in (select id from running)`, [
      'refunded',
      'disputed',
    ])})
    select
      owned.id as "entitlementId",
      entitlement.member_id as "memberId",
      package_version.title as "packageTitle",
      package_line.title,
      package_line.minutes,
      sum(entitlement_entry.quantity)::int as "left",
      case when package_line.granted_per = 'subscription' then owned.last_start else owned.starts_at end as "startsAt",
      ${endOfSessions} as "endsAt"
    from owned
    join entitlement on entitlement.id = owned.id
    join package_version
      on package_version.package_id = owned.package_id and package_version.version = owned.package_version
    ${ledgerOfOwned}
    where package_line.kind = 'session'
      and ${endOfSessions} > ${now}
      and (${packageIds}::uuid[] is null or owned.id = any(${packageIds}::uuid[]))
    group by owned.id, entitlement.member_id, package_version.title, package_line.title, package_line.minutes,
      package_line.position, package_line.granted_per, owned.starts_at, owned.ends_at, owned.last_start, owned.last_end
    having not bool_or(entitlement_entry.quantity is null) and sum(entitlement_entry.quantity) > 0
    order by "endsAt", owned.id, package_line.position
  `.execute(db)
  return rows
}
