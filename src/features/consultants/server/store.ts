import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type Picture = { content: Buffer; type: string; hash: string }

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
    .select(['consultant.id', 'display_name', 'summary', 'languages', 'services', 'picture_hash'])
    .orderBy('position')
    .orderBy('display_name')
    .execute()
}

export async function findShownPicture(db: Db, consultantId: string): Promise<Picture | undefined> {
  const row = await shown(db)
    .select(['picture', 'picture_type', 'picture_hash'])
    .where('consultant.id', '=', consultantId)
    .executeTakeFirst()
  if (!row?.picture || !row.picture_type || !row.picture_hash) return undefined
  return { content: row.picture, type: row.picture_type, hash: row.picture_hash }
}
