import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Its money was neither given back nor is it disputed; so it is of what was never bought, a gift of ours. */
export const isNotTakenBack = sql<boolean>`coalesce(purchase.status, 'completed') not in ('refunded', 'disputed')`

/** The one question behind every item that is shown. */
export function items(db: Db) {
  return db
    .selectFrom('deliverable_item')
    .innerJoin('entitlement', 'entitlement.id', 'deliverable_item.entitlement_id')
    .innerJoin('package', 'package.id', 'entitlement.package_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .innerJoin('account', 'account.id', 'deliverable_item.member_id')
    .leftJoin('purchase', 'purchase.id', 'entitlement.purchase_id')
    .leftJoin('consultant', 'consultant.id', 'deliverable_item.consultant_id')
    .leftJoin('account as maker', 'maker.id', 'consultant.account_id')
    .select(['deliverable_item.id', 'deliverable_item.sequence', 'deliverable_item.entitlement_id'])
    .select(['deliverable_item.member_id', 'deliverable_item.line_key', 'deliverable_item.number'])
    .select(['deliverable_item.promised', 'deliverable_item.title', 'deliverable_item.unit'])
    .select(['deliverable_item.consultant_id', 'deliverable_item.state', 'deliverable_item.asked_at'])
    .select(['deliverable_item.approved_at', 'deliverable_item.delivered_at', 'deliverable_item.planned_at'])
    .select(sql<string>`deliverable_item.due_on::text`.as('due_on'))
    .select(['entitlement.cancelled_at', 'entitlement.purchase_id', isNotTakenBack.as('is_not_taken_back')])
    .select(['package_version.title as package_title', 'package.service_type'])
    .select(['consultant.display_name as consultant_name', 'consultant.account_id as consultant_account_id'])
    .select(['account.first_name', 'account.last_name'])
    .select(['maker.role as consultant_role', 'maker.disabled_at as consultant_disabled_at'])
}

export type ItemRow = Awaited<ReturnType<ReturnType<typeof items>['executeTakeFirstOrThrow']>>

export async function findItemOf(db: Db, memberId: MemberId, id: string): Promise<ItemRow | undefined> {
  return items(db)
    .where('deliverable_item.member_id', '=', memberId)
    .where('deliverable_item.id', '=', id)
    .executeTakeFirst()
}

/**
 * Holds an item until the transaction ends, and before it the purchase: what was received of that may be counted, and
 * it may be cancelled, by somebody else at the same moment.
 */
export async function lockItem(tx: Db, id: string): Promise<void> {
  await tx
    .selectFrom('purchase')
    .innerJoin('entitlement', 'entitlement.purchase_id', 'purchase.id')
    .innerJoin('deliverable_item', 'deliverable_item.entitlement_id', 'entitlement.id')
    .where('deliverable_item.id', '=', id)
    .select('purchase.id')
    .forUpdate('purchase')
    .execute()
  await tx.selectFrom('deliverable_item').where('id', '=', id).select('id').forUpdate().execute()
}

type Change = {
  state: 'in_progress' | 'for_approval' | 'delivered'
  consultantId?: string
  askedAt?: Date
  approvedAt?: Date
  deliveredAt?: Date
}

export async function saveStep(
  tx: Db,
  id: string,
  { state, consultantId, askedAt, approvedAt, deliveredAt }: Change,
): Promise<void> {
  await tx
    .updateTable('deliverable_item')
    .set({
      state,
      ...(consultantId && { consultant_id: consultantId }),
      ...(askedAt && { asked_at: askedAt }),
      ...(approvedAt && { approved_at: approvedAt }),
      ...(deliveredAt && { delivered_at: deliveredAt }),
    })
    .where('id', '=', id)
    .execute()
}

export async function insertComment(
  tx: Db,
  comment: { itemId: string; author: 'member' | 'consultant'; text: string; asksChangeOf: number | null; at: Date },
): Promise<string> {
  const { itemId, author, text, asksChangeOf, at } = comment
  const row = await tx
    .insertInto('item_comment')
    .values({ item_id: itemId, author, text, asks_change_of: asksChangeOf, written_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** More than anybody reads: the last of them are shown. */
const SHOWN_COMMENTS = 200

export async function listComments(db: Db, itemId: string) {
  return db
    .selectFrom('item_comment')
    .where('item_id', '=', itemId)
    .select(['id', 'author', 'text', 'asks_change_of', 'written_at'])
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(SHOWN_COMMENTS)
    .execute()
}

/**
 * Whom a letter is for, and whether they want letters of this kind; undefined where they have left: a consultant also
 * by advising no more.
 */
export async function findReader(db: Db, accountId: string, reader: 'member' | 'consultant') {
  return db
    .selectFrom('account')
    .leftJoin('notification_choice', (join) =>
      join
        .onRef('notification_choice.account_id', '=', 'account.id')
        .on('notification_choice.kind', '=', 'deliverables')
        .on('notification_choice.channel', '=', 'email'),
    )
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .$if(reader === 'consultant', (advising) =>
      advising.where('account.role', '=', 'consultant').where('account.disabled_at', 'is', null),
    )
    .select(['account.email', 'account.first_name', 'notification_choice.is_on'])
    .executeTakeFirst()
}
