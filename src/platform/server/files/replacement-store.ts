import './tables.ts'
import type { Db } from '../db/tables.ts'
import type { Content } from './file-place.ts'
import { type Away, removeInAnHour } from './removal-store.ts'
import { insertPiece, type LocatedFile } from './store.ts'

/** Those that are not in this place; null is the database. By id, so that whoever stopped goes on behind the last. */
export async function listFilesElsewhere(
  db: Db,
  place: string | null,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<LocatedFile[]> {
  return db
    .selectFrom('stored_file')
    .where('place', 'is distinct from', place)
    .$if(after !== undefined, (files) => files.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'type', 'size', 'place', 'key', 'sha256'])
    .execute()
}

type Replacement = { content: Content; away: Away | undefined; isOldRemoved: boolean }

/**
 * Notes that the content of a file is elsewhere now. Of the old one in the database nothing is left; one in another
 * place goes an hour later, since somebody may be reading it.
 * @returns false where the row is not the one that was read any more
 */
export async function replaceContent(
  tx: Db,
  { id, place, key }: LocatedFile,
  { content, away, isOldRemoved }: Replacement,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stored_file')
    .set({ place: away?.place ?? null, key: away?.key ?? null, sha256: content.sha256 })
    .where('id', '=', id)
    .where('place', 'is not distinct from', place)
    .where('key', 'is not distinct from', key)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (place === null || key === null) await tx.deleteFrom('file_piece').where('file_id', '=', id).execute()
  else if (isOldRemoved) await removeInAnHour(tx, { place, key })
  if (!away) {
    let number = 0
    for await (const piece of content.pieces()) {
      await insertPiece(tx, id, number, piece)
      number += 1
    }
  }
  return true
}

/** What waits to be removed, by place. */
export async function countRemovals(db: Db): Promise<{ place: string; contents: number }[]> {
  return db
    .selectFrom('file_removal')
    .groupBy('place')
    .orderBy('place')
    .select(({ fn }) => ['place', fn.countAll<number>().as('contents')])
    .execute()
}

/** Of a place that is gone for good, with all that was in it. */
export async function forgetRemovalsIn(db: Db, place: string): Promise<void> {
  await db.deleteFrom('file_removal').where('place', '=', place).execute()
}
