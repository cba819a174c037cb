import './tables.ts'
import { sql } from 'kysely'
import { runPrepared } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { isNotTakenBack } from './store.ts'

/**
 * An item for each thing that was granted by packages of which none was planned yet, due when its package ends by the
 * company's clock. Each package is planned whole and once, so that those of earlier years cost nothing.
 * @param memberId of whom; undefined: of everybody
 * @param since what ended before is forgotten, and not planned any more
 * @returns how many packages were planned
 */
export async function planPackages(
  db: Db,
  memberId: MemberId | undefined,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number> {
  // The member before the package, as wherever both are locked.
  const statement = sql`
    with unplanned as (
      select entitlement.id, entitlement.member_id, entitlement.package_id, entitlement.package_version,
        entitlement.ends_at
      from entitlement
      join account on account.id = entitlement.member_id and account.deleted_at is null
      left join purchase on purchase.id = entitlement.purchase_id
      where entitlement.items_planned_at is null
        and entitlement.cancelled_at is null
        and entitlement.ends_at >= ${since}
        and ${isNotTakenBack}
        and ${memberId ? sql`entitlement.member_id = ${memberId}` : sql`true`}
      order by entitlement.ends_at, entitlement.id
      limit ${limit}
      for key share of account for no key update of entitlement
    ), planned as (
      insert into deliverable_item
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
      on conflict (entitlement_id, line_key, number) do nothing
    )
    update entitlement set items_planned_at = ${now}
    from unplanned
    where entitlement.id = unplanned.id
  `
  const { numAffectedRows } = await runPrepared(db, statement.compile(db))
  return Number(numAffectedRows ?? 0)
}
