import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { hashToken } from '#platform/server/token.ts'
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

/** @returns the owner of a calendar feed token, or undefined if the feed was revoked or the account is disabled */
export async function findFeedOwner(db: Db, token: string): Promise<{ memberId: MemberId; role: Role } | undefined> {
  return db
    .selectFrom('calendarFeed')
    .innerJoin('account', 'account.id', 'calendarFeed.accountId')
    .where('calendarFeed.tokenHash', '=', hashToken(token))
    .where('account.disabledAt', 'is', null)
    .select(['calendarFeed.accountId as memberId', 'account.role'])
    .executeTakeFirst()
}
