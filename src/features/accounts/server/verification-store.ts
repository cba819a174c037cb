import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** A link that confirms the account's address, or gives it another one. */
export async function insertVerification(
  db: Db,
  verification: { tokenHash: Buffer; accountId: MemberId; email: string; expiresAt: Date; changesAddress: boolean },
): Promise<void> {
  await db
    .insertInto('email_verification')
    .values({
      token_hash: verification.tokenHash,
      account_id: verification.accountId,
      email: verification.email,
      expires_at: verification.expiresAt,
      used_at: null,
      changes_address: verification.changesAddress,
    })
    .execute()
}

/** Whose address a link is about, whether it still works or not. */
export async function findVerification(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('email_verification')
    .where('token_hash', '=', tokenHash)
    .select(['account_id', 'email', 'changes_address'])
    .executeTakeFirst()
  return row && { accountId: row.account_id as MemberId, email: row.email, changesAddress: row.changes_address }
}

export type LinkState = 'usable' | 'used' | 'over'

/** To be asked with the account locked: a link may be used or replaced until then. */
export async function readLinkState(db: Db, tokenHash: Buffer, now: Date): Promise<LinkState> {
  const row = await db
    .selectFrom('email_verification')
    .where('token_hash', '=', tokenHash)
    .select(['used_at', 'expires_at'])
    .executeTakeFirstOrThrow()
  if (row.used_at) return 'used'
  return row.expires_at > now ? 'usable' : 'over'
}

export async function markVerificationUsed(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('email_verification').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** The address that a member wants to change to, as long as the link to it works. */
export async function findPendingEmail(db: Db, accountId: MemberId, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verification')
    .where('account_id', '=', accountId)
    .where('changes_address', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('email')
    .executeTakeFirst()
  return row?.email
}

/** The links that were sent to an account so far confirm its address no more. */
export function endVerifications(db: Db, accountId: MemberId, now: Date): Promise<void> {
  return endLinks(db, accountId, { changesAddress: false, now })
}

/** The links to new addresses change nothing any more. */
export function endEmailChanges(db: Db, accountId: MemberId, now: Date): Promise<void> {
  return endLinks(db, accountId, { changesAddress: true, now })
}

async function endLinks(
  db: Db,
  accountId: MemberId,
  { changesAddress, now }: { changesAddress: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('email_verification')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('changes_address', '=', changesAddress)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}
