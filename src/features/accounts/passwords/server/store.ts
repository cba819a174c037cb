import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function insertPasswordLink(
  db: Db,
  { now, ...link }: { tokenHash: Buffer; accountId: MemberId; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passwordReset')
    .values({ ...link, createdAt: now, usedAt: null })
    .execute()
}

/**
 * Revokes the account's password links.
 * @param endingBy keeps links that expire later
 */
export async function revokePasswordLinks(
  db: Db,
  accountId: MemberId,
  { now, endingBy }: { now: Date; endingBy?: Date },
): Promise<void> {
  const links = db
    .updateTable('passwordReset')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
  await (endingBy ? links.where('expiresAt', '<=', endingBy) : links).execute()
}

/** @returns the account whose password this link can set, if the link is valid */
export async function findPasswordLinkOwner(db: Db, tokenHash: Buffer, now: Date): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('passwordReset')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .select('accountId')
    .executeTakeFirst()
  return row && (row.accountId as MemberId)
}

/** @returns false if the link was already used or has expired */
export async function consumePasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passwordReset')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
