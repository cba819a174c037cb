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

/** Whatever let somebody into the account does so no longer: password, sessions, links, logins under way, trust. */
export async function closeEveryWayIn(
  db: Db,
  accountId: MemberId,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .updateTable('password_reset')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  await db
    .updateTable('login_challenge')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  // A stranger who was in the account may have asked for another address, to be let in by it.
  await db
    .updateTable('email_verification')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('changes_address', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  await db.updateTable('device').set({ trusted_until: null }).where('account_id', '=', accountId).execute()
}

/** @returns whether there was a second factor */
export async function removeSecondFactors(db: Db, accountId: MemberId): Promise<boolean> {
  const apps = await db.deleteFrom('authenticator').where('account_id', '=', accountId).executeTakeFirst()
  const passkeys = await db.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst()
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  return apps.numDeletedRows + passkeys.numDeletedRows > 0
}
