import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type Picture = { content: Buffer; type: string }

/** Entries that are published, of accounts that are consultants' and may log in. */
const shown = (db: Db) =>
  db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .where('consultant.published_at', 'is not', null)
    .where('account.role', '=', 'consultant')
    .where('account.disabled_at', 'is', null)

export async function findShownConsultants(db: Db) {
  return shown(db)
    .select(['consultant.id', 'display_name', 'job_title', 'summary', 'languages', 'services', 'picture_hash'])
    .orderBy('position')
    .orderBy('display_name')
    .execute()
}

export async function findShownPictureHash(db: Db, consultantId: string): Promise<string | undefined> {
  const row = await shown(db).select('picture_hash').where('consultant.id', '=', consultantId).executeTakeFirst()
  return row?.picture_hash ?? undefined
}

/** Up to a megabyte: only for whoever does not have it yet. */
export async function findShownPicture(db: Db, consultantId: string, hash: string): Promise<Picture | undefined> {
  const row = await shown(db)
    .select(['picture', 'picture_type'])
    .where('consultant.id', '=', consultantId)
    .where('picture_hash', '=', hash)
    .executeTakeFirst()
  return row?.picture && row.picture_type ? { content: row.picture, type: row.picture_type } : undefined
}

export async function findEntryOf(db: Db, accountId: MemberId) {
  return db
    .selectFrom('consultant')
    .where('account_id', '=', accountId)
    .select([
      'display_name',
      'job_title',
      'summary',
      'languages',
      'services',
      'picture',
      'picture_type',
      'published_at',
    ])
    .executeTakeFirst()
}

export async function deleteEntryOf(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('consultant').where('account_id', '=', accountId).execute()
}
