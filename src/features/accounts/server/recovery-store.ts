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
 * Whatever let somebody into the account does so no longer: password, sessions, links, logins under way, trust.
 * @param keptSession the one in which the member sets another password: it goes on, in its browser
 */
export async function closeEveryWayIn(
  db: Db,
  accountId: MemberId,
  { passwordHash, now, keptSession }: { passwordHash: string; now: Date; keptSession?: string },
): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  let sessions = db
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (keptSession) sessions = sessions.where('id', '!=', keptSession)
  await sessions.execute()
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
  let devices = db.updateTable('device').set({ trusted_until: null }).where('account_id', '=', accountId)
  if (keptSession) {
    devices = devices.where('id', 'not in', (of) =>
      // A null among them would make "not in" true of nothing.
      of
        .selectFrom('session')
        .where('id', '=', keptSession)
        .where('device_id', 'is not', null)
        .$castTo<{ device_id: string }>()
        .select('device_id'),
    )
  }
  await devices.execute()
}

/**
 * The links that were sent to an account so far open nothing any more. One that lasts longer than the new one came
 * from the operator: a stranger who asks for a mail does not end it.
 */
export async function endPasswordLinks(
  db: Db,
  accountId: MemberId,
  { now, endingBy }: { now: Date; endingBy: Date },
): Promise<void> {
  await db
    .updateTable('password_reset')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', endingBy)
    .execute()
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

/** Whoever opened a link of ours reads the mailbox. */
export async function confirmAddress(db: Db, accountId: MemberId, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email_verified_at: now })
    .where('id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** @returns whether there was a second factor */
export async function removeSecondFactors(db: Db, accountId: MemberId): Promise<boolean> {
  const apps = await db.deleteFrom('authenticator').where('account_id', '=', accountId).executeTakeFirst()
  const passkeys = await db.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst()
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  return apps.numDeletedRows + passkeys.numDeletedRows > 0
}
