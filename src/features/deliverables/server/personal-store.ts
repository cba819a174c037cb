import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { selectDeliverables } from './store.ts'

// A member's data, for export and account erasure.

export async function listAllDeliverables(db: Db, memberId: MemberId) {
  return selectDeliverables(db).where('deliverable.memberId', '=', memberId).orderBy('deliverable.sequence').execute()
}

export async function listAllVersions(db: Db, memberId: MemberId) {
  return db
    .selectFrom('deliverableVersion')
    .innerJoin('deliverable', 'deliverable.id', 'deliverableVersion.deliverableId')
    .where('deliverable.memberId', '=', memberId)
    .where('deliverableVersion.publishedAt', 'is not', null)
    .select(['deliverable.id as deliverableId', 'deliverable.title', 'deliverable.number as itemNumber'])
    .select([
      'deliverableVersion.number',
      'deliverableVersion.note',
      'deliverableVersion.fileId',
      'deliverableVersion.publishedAt',
    ])
    .orderBy('deliverableVersion.publishedAt')
    .orderBy('deliverableVersion.number')
    .execute()
}

export async function listAllComments(db: Db, memberId: MemberId) {
  return db
    .selectFrom('deliverableComment')
    .innerJoin('deliverable', 'deliverable.id', 'deliverableComment.deliverableId')
    .where('deliverable.memberId', '=', memberId)
    .select(['deliverable.title', 'deliverable.number as itemNumber'])
    .select(['deliverableComment.author', 'deliverableComment.text', 'deliverableComment.writtenAt'])
    .orderBy('deliverableComment.writtenAt')
    .execute()
}

export async function listDeliverableIds(db: Db, memberId: MemberId): Promise<string[]> {
  const rows = await db.selectFrom('deliverable').where('memberId', '=', memberId).select('id').execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks up to `limit` deliverables from packages that ended before the given time. Skips rows that are already locked.
 */
export async function lockOldDeliverables(
  tx: Db,
  { packageIds, before, limit }: { packageIds: string[]; before: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('deliverable')
    .innerJoin('entitlement', 'entitlement.id', 'deliverable.entitlementId')
    .where('entitlement.id', '=', sql<string>`any(${packageIds})`)
    .where('entitlement.endsAt', '<', before)
    // Keeps deliverables that are still owed, however old they are.
    .where((where) =>
      where.or([where('deliverable.state', '=', 'delivered'), where('entitlement.cancelledAt', 'is not', null)]),
    )
    .select('deliverable.id')
    .limit(limit)
    .forUpdate('deliverable')
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes deliverables with their versions and comments. @returns ids of files that are no longer referenced */
export async function deleteDeliverables(tx: Db, ids: string[]): Promise<string[]> {
  const versions = await tx
    .deleteFrom('deliverableVersion')
    .where('deliverableId', '=', sql<string>`any(${ids})`)
    .returning('fileId')
    .execute()
  await tx.deleteFrom('deliverable').where('id', '=', sql<string>`any(${ids})`).execute()
  return versions.flatMap(({ fileId }) => fileId ?? [])
}
