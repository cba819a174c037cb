import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../contract.ts'

export async function findCalendarFeed(db: Db, accountId: MemberId): Promise<{ createdAt: Date } | undefined> {
  return db
    .selectFrom('calendar_feed')
    .where('account_id', '=', accountId)
    .select('created_at as createdAt')
    .executeTakeFirst()
}

/** One each: the address before it ends. */
export async function saveCalendarFeed(db: Db, accountId: MemberId, tokenHash: Buffer, createdAt: Date): Promise<void> {
  const feed = { token_hash: tokenHash, created_at: createdAt }
  await db
    .insertInto('calendar_feed')
    .values({ account_id: accountId, ...feed })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(feed))
    .execute()
}

export async function deleteCalendarFeed(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('calendar_feed').where('account_id', '=', accountId).execute()
}

/** None where the account may not log in. */
export async function findOwnerByFeed(
  db: Db,
  tokenHash: Buffer,
): Promise<{ memberId: MemberId; role: Role } | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .innerJoin('account', 'account.id', 'calendar_feed.account_id')
    .where('calendar_feed.token_hash', '=', tokenHash)
    .where('account.disabled_at', 'is', null)
    .select(['account.id', 'account.role'])
    .executeTakeFirst()
  return row && { memberId: row.id as MemberId, role: row.role }
}
