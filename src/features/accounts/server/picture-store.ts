import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredPicture = { content: Buffer; contentType: string; version: string }

export async function findPicture(db: Db, accountId: MemberId): Promise<StoredPicture | undefined> {
  const row = await db
    .selectFrom('account_picture')
    .where('account_id', '=', accountId)
    .select(['content', 'content_type', 'version'])
    .executeTakeFirst()
  return row && { content: row.content, contentType: row.content_type, version: row.version }
}

export async function upsertPicture(
  db: Db,
  accountId: MemberId,
  { content, contentType, version }: StoredPicture,
  now: Date,
): Promise<void> {
  const picture = { content, content_type: contentType, version, updated_at: now }
  await db
    .insertInto('account_picture')
    .values({ account_id: accountId, ...picture })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(picture))
    .execute()
}

export async function deletePicture(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('account_picture').where('account_id', '=', accountId).execute()
}
