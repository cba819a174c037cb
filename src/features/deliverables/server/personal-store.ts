import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { items } from './store.ts'

// All that stands here about one person, for the file they may ask for and for the day on which they leave.

export async function listAllItems(db: Db, memberId: MemberId) {
  return items(db).where('deliverable_item.member_id', '=', memberId).orderBy('deliverable_item.sequence').execute()
}

export async function listAllVersions(db: Db, memberId: MemberId) {
  return db
    .selectFrom('item_version')
    .innerJoin('deliverable_item', 'deliverable_item.id', 'item_version.item_id')
    .where('deliverable_item.member_id', '=', memberId)
    .where('item_version.published_at', 'is not', null)
    .select(['deliverable_item.id as item_id', 'deliverable_item.title', 'deliverable_item.number as item_number'])
    .select(['item_version.number', 'item_version.note', 'item_version.file_id', 'item_version.published_at'])
    .orderBy('item_version.published_at')
    .orderBy('item_version.number')
    .execute()
}

export async function listAllComments(db: Db, memberId: MemberId) {
  return db
    .selectFrom('item_comment')
    .innerJoin('deliverable_item', 'deliverable_item.id', 'item_comment.item_id')
    .where('deliverable_item.member_id', '=', memberId)
    .select(['deliverable_item.title', 'deliverable_item.number as item_number'])
    .select(['item_comment.author', 'item_comment.text', 'item_comment.written_at'])
    .orderBy('item_comment.written_at')
    .execute()
}

export async function listItemIdsOf(db: Db, memberId: MemberId): Promise<string[]> {
  const rows = await db.selectFrom('deliverable_item').where('member_id', '=', memberId).select('id').execute()
  return rows.map(({ id }) => id)
}

/** Of packages that ended before a moment, a few at a time. Those that somebody is at come another time. */
export async function lockOldItems(
  tx: Db,
  { packageIds, before, most }: { packageIds: string[]; before: Date; most: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliverable_item')
    .innerJoin('entitlement', 'entitlement.id', 'deliverable_item.entitlement_id')
    .where('entitlement.id', '=', sql<string>`any(${packageIds})`)
    .where('entitlement.ends_at', '<', before)
    // What is still owed is kept, however old it is.
    .where((where) =>
      where.or([where('deliverable_item.state', '=', 'delivered'), where('entitlement.cancelled_at', 'is not', null)]),
    )
    .select('deliverable_item.id')
    .limit(most)
    .forUpdate('deliverable_item')
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** With versions and comments. @returns the files that nothing refers to any more */
export async function deleteItems(tx: Db, ids: string[]): Promise<string[]> {
  const versions = await tx
    .deleteFrom('item_version')
    .where('item_id', '=', sql<string>`any(${ids})`)
    .returning('file_id')
    .execute()
  await tx.deleteFrom('deliverable_item').where('id', '=', sql<string>`any(${ids})`).execute()
  return versions.flatMap(({ file_id: fileId }) => fileId ?? [])
}
