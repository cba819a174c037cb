import './tables.ts'
import { type Insertable, sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import { runPrepared } from '#platform/server/db/prepared-statements.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import type { PagePosition } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'

export async function findDeliverable(db: Db, id: string): Promise<DeliverableRow | undefined> {
  return selectDeliverables(db).where('deliverable.id', '=', id).executeTakeFirst()
}

/** Also true for granted packages, which have no purchase. */
export const isNeitherRefundedNorDisputed = sql<boolean>`coalesce(purchase.status, 'completed') not in ('refunded', 'disputed')`

/** SQL version of `hasDueDay` in the rules. */
export const hasDueDay = sql<boolean>`deliverable.unit !~* '^months?\\M'`

/** Base query for all views of deliverables. */
export function selectDeliverables(db: Db) {
  return db
    .selectFrom('deliverable')
    .innerJoin('entitlement', 'entitlement.id', 'deliverable.entitlementId')
    .innerJoin('package', 'package.id', 'entitlement.packageId')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .innerJoin('account', 'account.id', 'deliverable.memberId')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchaseId')
    .leftJoin('consultant', 'consultant.id', 'deliverable.consultantId')
    .leftJoin('account as consultantAccount', 'consultantAccount.id', 'consultant.accountId')
    .select(['deliverable.id', 'deliverable.sequence', 'deliverable.entitlementId'])
    .select(['deliverable.memberId', 'deliverable.lineKey', 'deliverable.number'])
    .select(['deliverable.promised', 'deliverable.title', 'deliverable.unit'])
    .select(['deliverable.consultantId', 'deliverable.state', 'deliverable.approvalRequestedAt'])
    .select(['deliverable.approvedAt', 'deliverable.deliveredAt', 'deliverable.plannedAt'])
    .select(sql<string>`deliverable.due_on::text`.as('dueOn'))
    .select([
      'entitlement.cancelledAt',
      'entitlement.purchaseId',
      isNeitherRefundedNorDisputed.as('isNeitherRefundedNorDisputed'),
    ])
    .select(['packageVersion.title as packageTitle', 'package.serviceType'])
    .select(['consultant.displayName as consultantName', 'consultant.accountId as consultantAccountId'])
    .select(['account.firstName', 'account.lastName'])
    .select(['consultantAccount.role as consultantRole', 'consultantAccount.disabledAt as consultantDisabledAt'])
}

export type DeliverableRow = Awaited<ReturnType<ReturnType<typeof selectDeliverables>['executeTakeFirstOrThrow']>>

export async function findMemberDeliverable(db: Db, memberId: MemberId, id: string) {
  return selectDeliverables(db)
    .where('deliverable.memberId', '=', memberId)
    .where('deliverable.id', '=', id)
    .executeTakeFirst()
}

/**
 * Locks the purchase and then the deliverable until the transaction ends, because concurrent requests may be counting
 * what was delivered or cancelling the purchase.
 */
export async function lockDeliverable(tx: Db, id: string): Promise<void> {
  await tx
    .selectFrom('purchase')
    .innerJoin('entitlement', 'entitlement.purchaseId', 'purchase.id')
    .innerJoin('deliverable', 'deliverable.entitlementId', 'entitlement.id')
    .where('deliverable.id', '=', id)
    .select('purchase.id')
    .forUpdate('purchase')
    .execute()
  await tx.selectFrom('deliverable').where('id', '=', id).select('id').forUpdate().execute()
}

type StepChange = {
  state: DeliverableRow['state']
  consultantId?: string | null
  approvalRequestedAt?: Date
  approvedAt?: Date
  deliveredAt?: Date
}

export async function saveStep(tx: Db, id: string, change: StepChange): Promise<void> {
  await tx.updateTable('deliverable').set(change).where('id', '=', id).execute()
}

/** Position in a list sorted by due day. */
export function toPagePosition({ dueOn, sequence }: DeliverableRow): PagePosition<string> {
  return { at: dueOn, id: String(sequence) }
}

export async function insertComment(tx: Db, comment: Insertable<Tables['deliverableComment']>): Promise<string> {
  const row = await tx.insertInto('deliverableComment').values(comment).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** More than anyone will read. Only the latest comments are shown. */
const MAX_SHOWN_COMMENTS = 200

export async function listComments(db: Db, deliverableId: string) {
  return db
    .selectFrom('deliverableComment')
    .where('deliverableId', '=', deliverableId)
    .select(['id', 'author', 'text', 'requestsChangesTo', 'writtenAt'])
    .orderBy('writtenAt', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN_COMMENTS)
    .execute()
}

export async function listVersions(db: Db, deliverableId: string) {
  return db
    .selectFrom('deliverableVersion')
    .where('deliverableId', '=', deliverableId)
    .select(['number', 'fileId', 'note', 'madeAt', 'publishedAt'])
    .orderBy('number', 'desc')
    .execute()
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export async function insertVersion(tx: Db, version: Insertable<Tables['deliverableVersion']>): Promise<void> {
  await tx.insertInto('deliverableVersion').values(version).execute()
}

export async function deleteStoredVersion(tx: Db, deliverableId: string, number: number): Promise<void> {
  await tx
    .deleteFrom('deliverableVersion')
    .where('deliverableId', '=', deliverableId)
    .where('number', '=', number)
    .execute()
}

/** Makes all versions visible to the member. */
export async function publishVersions(tx: Db, deliverableId: string, at: Date): Promise<void> {
  await tx
    .updateTable('deliverableVersion')
    .set({ publishedAt: at })
    .where('deliverableId', '=', deliverableId)
    .where('publishedAt', 'is', null)
    .execute()
}

/**
 * Creates the deliverables of packages that do not have them yet, due on the day the package ends in the company's time
 * zone. Each package is planned only once, so old packages do not slow this down.
 * @param memberId undefined for all members
 * @param since packages that ended before this are purged and no longer planned
 * @returns number of packages planned
 */
export async function createForPackages(
  db: Db,
  memberId: MemberId | undefined,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number> {
  // Locks the member before the package, as everywhere else.
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
      -- Starting a planned package early brings its due day forward.
      on conflict (entitlement_id, line_key, number) do update set due_on = excluded.due_on
    )
    update entitlement set deliverables_planned_at = ${now}
    from unplanned
    where entitlement.id = unplanned.id
  `
  const { numAffectedRows } = await runPrepared(db, statement.compile(db))
  return Number(numAffectedRows ?? 0)
}
