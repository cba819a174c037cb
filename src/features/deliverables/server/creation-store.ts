import './tables.ts'
import { sql } from 'kysely'
import { runPrepared } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { isNeitherRefundedNorDisputed } from './store.ts'

/**
 * Creates the deliverables of packages not planned yet, due when the package ends in company time. Each package is
 * planned once, so that older ones cost nothing.
 * @param memberId undefined for all members
 * @param since packages that ended before are purged and no longer planned
 * @returns number of packages planned
 */
export async function createForPackages(
  db: Db,
  memberId: MemberId | undefined,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number> {
  // Locks the member before the package, as all code does.
  const statement = sql`
    with unplanned as (
      select entitlement.id, entitlement.member_id, entitlement.package_id, entitlement.package_version,
        entitlement.ends_at
      from entitlement
      join account on account.id = entitlement.member_id and account.deleted_at is null
      left join purchase on purchase.id = entitlement.purchase_id
      where entitlement.deliverables_planned_at is null
        and entitlement.cancelled_at is null
        and entitlement.ends_at >= ${since}
        and ${isNeitherRefundedNorDisputed}
        and ${memberId ? sql`entitlement.member_id = ${memberId}` : sql`true`}
      order by entitlement.ends_at, entitlement.id
      limit ${limit}
      for key share of account for no key update of entitlement
    ), planned as (
      insert into deliverable
        (entitlement_id, member_id, line_key, number, promised, title, unit, due_on, planned_at)
      select
        unplanned.id, unplanned.member_id, line.key, number, granted.quantity, line.title, line.unit,
        (unplanned.ends_at at time zone ${DEFAULT_TIME_ZONE}::text)::date, ${now}::timestamptz
      from unplanned
      join entitlement_entry granted on granted.entitlement_id = unplanned.id and granted.kind = 'grant'
      join package_line line
        on line.package_id = unplanned.package_id and line.version = unplanned.package_version
        and line.key = granted.line_key and line.kind = 'deliverable'
      cross join lateral generate_series(1, granted.quantity) as number
      order by unplanned.ends_at, unplanned.id, line.position, number
      -- A package that was planned before it was started early is due sooner now.
      on conflict (entitlement_id, line_key, number) do update set due_on = excluded.due_on
    )
    update entitlement set deliverables_planned_at = ${now}
    from unplanned
    where entitlement.id = unplanned.id
  `
  const { numAffectedRows } = await runPrepared(db, statement.compile(db))
  return Number(numAffectedRows ?? 0)
}
