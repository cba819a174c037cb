import './tables.ts'
import type { Db } from '../db/tables.ts'
import { type ContentLocation, scheduleRemoval } from './removal-store.ts'
import type { Content } from './storage.ts'
import { insertChunks, type LocatedFile } from './store.ts'

/** Lists files that are not in this storage (null is the database), by id, so that an interrupted run can continue. */
export async function listFilesElsewhere(
  db: Db,
  place: string | null,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<LocatedFile[]> {
  return db
    .selectFrom('storedFile')
    .where('place', 'is distinct from', place)
    .$if(after !== undefined, (files) => files.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'type', 'size', 'place', 'key', 'sha256'])
    .execute()
}

type Replacement = { content: Content; location: ContentLocation | undefined; isOldRemoved: boolean }

/**
 * Records the new location of a file's content. The old content is deleted from the database now, or from other storage
 * after an hour, because it may still be being read.
 * @returns false if the row has changed in the meantime
 */
export async function replaceContent(
  tx: Db,
  { id, place, key }: LocatedFile,
  { content, location, isOldRemoved }: Replacement,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('storedFile')
    .set({ place: location?.place ?? null, key: location?.key ?? null, sha256: content.sha256 })
    .where('id', '=', id)
    .where('place', 'is not distinct from', place)
    .where('key', 'is not distinct from', key)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (place === null || key === null) await tx.deleteFrom('filePiece').where('fileId', '=', id).execute()
  else if (isOldRemoved) await scheduleRemoval(tx, { place, key })
  if (!location) await insertChunks(tx, id, content.pieces())
  return true
}

/** Counts pending removals by storage. */
export async function countRemovals(db: Db): Promise<{ place: string; contents: number }[]> {
  return db
    .selectFrom('fileRemoval')
    .groupBy('place')
    .orderBy('place')
    .select(({ fn }) => ['place', fn.countAll<number>().as('contents')])
    .execute()
}

/** Drops the pending removals of a storage that is lost for good. */
export async function deleteRemovalsIn(db: Db, place: string): Promise<void> {
  await db.deleteFrom('fileRemoval').where('place', '=', place).execute()
}
