import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

export async function listVersions(db: Db, itemId: string) {
  return db
    .selectFrom('item_version')
    .where('item_id', '=', itemId)
    .select(['number', 'file_id', 'note', 'made_at', 'published_at'])
    .orderBy('number', 'desc')
    .execute()
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export async function insertVersion(
  tx: Db,
  version: { itemId: string; number: number; fileId: string | null; note: string | null; at: Date },
): Promise<void> {
  const { itemId, number, fileId, note, at } = version
  await tx
    .insertInto('item_version')
    .values({ item_id: itemId, number, file_id: fileId, note, made_at: at, published_at: null })
    .execute()
}

export async function deleteVersion(tx: Db, itemId: string, number: number): Promise<void> {
  await tx.deleteFrom('item_version').where('item_id', '=', itemId).where('number', '=', number).execute()
}

/** From now on the member sees them. */
export async function publishVersions(tx: Db, itemId: string, at: Date): Promise<void> {
  await tx
    .updateTable('item_version')
    .set({ published_at: at })
    .where('item_id', '=', itemId)
    .where('published_at', 'is', null)
    .execute()
}
