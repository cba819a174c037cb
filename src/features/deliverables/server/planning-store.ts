import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { isNotTakenBack } from './store.ts'

/**
 * An item for each promised thing that was granted and has none yet, due when its package ends by the company's clock.
 * The database takes each once.
 * @param memberId of whom; undefined: of everybody
 * @param since what ended before is forgotten, and not planned again
 * @returns how many were planned
 */
export async function insertMissingItems(
  db: Db,
  memberId: MemberId | undefined,
  { now, since }: { now: Date; since: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into deliverable_item
      (entitlement_id, member_id, line_key, number, promised, title, unit, due_on, planned_at)
    select
      entitlement.id, entitlement.member_id, line.key, number, granted.quantity, line.title, line.unit,
      (entitlement.ends_at at time zone ${DEFAULT_TIME_ZONE}::text)::date, ${now}::timestamptz
    from entitlement
    join account on account.id = entitlement.member_id and account.deleted_at is null
    left join purchase on purchase.id = entitlement.purchase_id
    join entitlement_entry granted on granted.entitlement_id = entitlement.id and granted.kind = 'grant'
    join package_line line
      on line.package_id = entitlement.package_id and line.version = entitlement.package_version
      and line.key = granted.line_key and line.kind = 'deliverable'
    cross join lateral generate_series(1, granted.quantity) as number
    where entitlement.cancelled_at is null
      and entitlement.ends_at >= ${since}
      and ${isNotTakenBack}
      and (${memberId ?? null}::uuid is null or entitlement.member_id = ${memberId ?? null}::uuid)
      and not exists (
        select from deliverable_item known
        where known.entitlement_id = entitlement.id and known.line_key = line.key and known.number = number
      )
    order by entitlement.ends_at, entitlement.id, line.position, number
    on conflict (entitlement_id, line_key, number) do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
