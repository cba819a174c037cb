import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { WorkList } from '../contract/work.ts'
import { MOST_PACKAGES } from '../contract.ts'
import { type ItemRow, isNotTakenBack, items } from './store.ts'

/** A place in a list that is sorted by the day on which things are due. */
export type Place = { dueOn: string; sequence: string }

type Page = { limit: number; after: Place | undefined }

/** The last due first: what was made years ago of a subscription comes at the end. */
export async function listItemsOf(
  db: Db,
  memberId: MemberId,
  { entitlementId, limit, after }: Page & { entitlementId: string | undefined },
): Promise<ItemRow[]> {
  let query = items(db).where('deliverable_item.member_id', '=', memberId)
  if (entitlementId) query = query.where(sql<boolean>`${packageId} = ${packageOf(entitlementId)}`)
  if (after) {
    const { dueOn, sequence } = after
    query = query.where(
      sql<boolean>`(deliverable_item.due_on < ${dueOn}::date
        or (deliverable_item.due_on = ${dueOn}::date and deliverable_item.sequence > ${sequence}))`,
    )
  }
  return query.orderBy('deliverable_item.due_on', 'desc').orderBy('deliverable_item.sequence').limit(limit).execute()
}

/** What waits for an answer of the member, the longest first. */
export async function listAskedOf(db: Db, memberId: MemberId, limit: number): Promise<ItemRow[]> {
  const question = items(db)
    .where('deliverable_item.member_id', '=', memberId)
    .where('deliverable_item.state', '=', 'for_approval')
    .where('entitlement.cancelled_at', 'is', null)
    .where(isNotTakenBack)
    .orderBy('deliverable_item.asked_at')
    .limit(limit)
  return preparedRows(db, question)
}

/** The months of a subscription are one package. */
const packageId = sql<string>`coalesce(purchase.subscription_id, entitlement.id)`

function packageOf(entitlementId: string) {
  return sql<string>`(
    select coalesce(bought.subscription_id, owned.id)
    from entitlement owned left join purchase bought on bought.id = owned.purchase_id
    where owned.id = ${entitlementId}
  )`
}

/** A consultant as the work knows them. */
export type Worker = { id: string; services: ServiceType[] }

export async function findWorker(db: Db, accountId: MemberId): Promise<Worker | undefined> {
  return db.selectFrom('consultant').where('account_id', '=', accountId).select(['id', 'services']).executeTakeFirst()
}

/** Their own, and what nobody has taken of the services they advise on, once the package has started. */
function work(db: Db, { id, services }: Worker, now: Date) {
  return items(db)
    .where('entitlement.starts_at', '<=', now)
    .where('account.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('deliverable_item.consultant_id', '=', id),
        where.and([
          where('deliverable_item.consultant_id', 'is', null),
          where('package.service_type', '=', sql<ServiceType>`any(${services})`),
        ]),
      ]),
    )
}

export async function findWork(db: Db, worker: Worker, itemId: string, now: Date): Promise<ItemRow | undefined> {
  return work(db, worker, now).where('deliverable_item.id', '=', itemId).executeTakeFirst()
}

const statesOf = {
  open: ['planned', 'in_progress'],
  waiting: ['for_approval'],
  done: ['delivered'],
} satisfies Record<WorkList, ItemRow['state'][]>

export async function listWorkOf(
  db: Db,
  worker: Worker,
  { list, now, limit, after }: Page & { list: WorkList; now: Date },
): Promise<ItemRow[]> {
  let query = work(db, worker, now).where('deliverable_item.state', 'in', statesOf[list])
  if (list !== 'done') {
    query = query.where('entitlement.cancelled_at', 'is', null).where(isNotTakenBack)
  }
  if (after) {
    const { dueOn, sequence } = after
    query = query.where(
      sql<boolean>`(deliverable_item.due_on, deliverable_item.sequence) > (${dueOn}::date, ${sequence}::bigint)`,
    )
  }
  return query.orderBy('deliverable_item.due_on').orderBy('deliverable_item.sequence').limit(limit).execute()
}

/** By package and kind, of the packages that were bought last. What is not made any more is not promised. */
export async function sumProgress(db: Db, memberId: MemberId) {
  const question = sql<{
    packageId: string
    lineKey: string
    title: string
    delivered: number
    promised: number
    forApproval: number
  }>`
    with owned as (
      select entitlement.id, coalesce(purchase.subscription_id, entitlement.id) as package_id,
        max(entitlement.starts_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_start
      from entitlement
      left join purchase on purchase.id = entitlement.purchase_id
      where entitlement.member_id = ${memberId}
        and entitlement.cancelled_at is null
        and ${isNotTakenBack}
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
    join deliverable_item item on item.entitlement_id = ranked.id
    where ranked.rank <= ${MOST_PACKAGES}
    group by ranked.package_id, ranked.rank, item.line_key, item.title
    order by ranked.rank, min(item.sequence)
  `
  return preparedRows(db, question)
}
