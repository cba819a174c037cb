import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../../contract.ts'

export async function findCalendarFeed(db: Db, accountId: MemberId): Promise<{ createdAt: Date } | undefined> {
  return db.selectFrom('calendarFeed').where('accountId', '=', accountId).select('createdAt').executeTakeFirst()
}

/** Each account has one feed, so a new one invalidates the previous address. */
export async function saveCalendarFeed(db: Db, accountId: MemberId, tokenHash: Buffer, createdAt: Date): Promise<void> {
  const feed = { tokenHash, createdAt }
  await db
    .insertInto('calendarFeed')
    .values({ accountId, ...feed })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(feed))
    .execute()
}

export async function deleteCalendarFeed(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('calendarFeed').where('accountId', '=', accountId).execute()
}

/** @returns undefined also if the account is disabled */
export async function findOwnerByFeed(
  db: Db,
  tokenHash: Buffer,
): Promise<{ memberId: MemberId; role: Role } | undefined> {
  const row = await db
    .selectFrom('calendarFeed')
    .innerJoin('account', 'account.id', 'calendarFeed.accountId')
    .where('calendarFeed.tokenHash', '=', tokenHash)
    .where('account.disabledAt', 'is', null)
    .select(['account.id', 'account.role'])
    .executeTakeFirst()
  return row && { memberId: row.id as MemberId, role: row.role }
}
