import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function insertPasswordLink(
  db: Db,
  link: { tokenHash: Buffer; accountId: MemberId; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('password_reset')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      created_at: link.now,
      expires_at: link.expiresAt,
      used_at: null,
    })
    .execute()
}

/**
 * The links that were given out for an account so far open nothing any more.
 * @param endingBy spares those that last longer
 */
export async function endPasswordLinks(
  db: Db,
  accountId: MemberId,
  { now, endingBy }: { now: Date; endingBy?: Date },
): Promise<void> {
  const links = db
    .updateTable('password_reset')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
  await (endingBy ? links.where('expires_at', '<=', endingBy) : links).execute()
}

/** Whose password a link sets, as long as it works. */
export async function findPasswordLinkOwner(db: Db, tokenHash: Buffer, now: Date): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('account_id')
    .executeTakeFirst()
  return row && (row.account_id as MemberId)
}

/** @returns false where somebody was faster, or it is too late: a link works once */
export async function takePasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_reset')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
