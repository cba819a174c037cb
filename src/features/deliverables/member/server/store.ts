import '../../server/tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type DeliverableRow, isNeitherRefundedNorDisputed, selectDeliverables } from '../../server/store.ts'
import { type LineProgress, MAX_PACKAGES } from '../contract.ts'

/** Lists those due latest first, so that a subscription's old months come last. */
export async function listMemberDeliverables(
  db: Db,
  memberId: MemberId,
  { entitlementId, limit, after }: Page<string> & { entitlementId: string | undefined },
) {
  let query = selectDeliverables(db).where('deliverable.memberId', '=', memberId)
  if (entitlementId) query = query.where(sql<boolean>`${packageId} = ${selectPackageId(entitlementId)}`)
  if (after) {
    const { at: dueOn, id: sequence } = after
    query = query.where(
      sql<boolean>`(deliverable.due_on < ${dueOn}::date
        or (deliverable.due_on = ${dueOn}::date and deliverable.sequence > ${sequence}))`,
    )
  }
  return query.orderBy('deliverable.dueOn', 'desc').orderBy('deliverable.sequence').limit(limit).execute()
}

/** Lists deliverables waiting for the member's answer, those waiting longest first. */
export async function listAwaitingApproval(db: Db, memberId: MemberId, limit: number): Promise<DeliverableRow[]> {
  const query = selectDeliverables(db)
    .where('deliverable.memberId', '=', memberId)
    .where('deliverable.state', '=', 'for_approval')
    .where('entitlement.cancelledAt', 'is', null)
    .where(isNeitherRefundedNorDisputed)
    .orderBy('deliverable.approvalRequestedAt')
    .limit(limit)
  return preparedRows(db, query)
}

/** All months of a subscription count as one package. */
const packageId = sql<string>`coalesce(purchase.subscription_id, entitlement.id)`

function selectPackageId(entitlementId: string) {
  return sql<string>`(
    select coalesce(bought.subscription_id, owned.id)
    from entitlement owned left join purchase bought on bought.id = owned.purchase_id
    where owned.id = ${entitlementId}
  )`
}

/** Adds up progress by package and line for the latest packages, leaving out cancelled, refunded and disputed ones. */
export async function sumProgress(db: Db, memberId: MemberId) {
  const query = sql<LineProgress & { packageId: string }>`
    with owned as (
      select entitlement.id, coalesce(purchase.subscription_id, entitlement.id) as package_id,
        max(entitlement.starts_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_start
      from entitlement
      left join purchase on purchase.id = entitlement.purchase_id
      where entitlement.member_id = ${memberId}
        and entitlement.cancelled_at is null
        and ${isNeitherRefundedNorDisputed}
    ), ranked as (
      select *, dense_rank() over (order by last_start desc, package_id) as rank from owned
    )
    select
      ranked.package_id as "packageId",
      item.line_key as "lineKey",
      item.title,
      count(*) filter (where item.state = 'delivered')::int as "delivered",
      count(*)::int as "promised",
      count(*) filter (where item.state = 'for_approval')::int as "forApproval"
    from ranked
    join deliverable item on item.entitlement_id = ranked.id
    where ranked.rank <= ${MAX_PACKAGES}
    group by ranked.package_id, ranked.rank, item.line_key, item.title
    order by ranked.rank, min(item.sequence)
  `
  return preparedRows(db, query)
}
