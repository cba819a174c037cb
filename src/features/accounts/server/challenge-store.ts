import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

type Purpose = 'second-factor' | 'passkey-login' | 'passkey-registration' | 'confirmation'

export type NewChallenge = {
  tokenHash: Buffer
  purpose: Purpose
  accountId: MemberId | null
  sessionId: string | null
  passkeyChallenge: string | null
  keepSignedIn: boolean
  now: Date
  expiresAt: Date
}

/** Those that are over go with it: nobody asks for them any more. */
export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .deleteFrom('login_challenge')
    .where('token_hash', 'in', (over) =>
      over
        .selectFrom('login_challenge')
        .where('expires_at', '<=', challenge.now)
        .select('token_hash')
        // Whoever is at the same work takes other ones.
        .forUpdate()
        .skipLocked()
        .limit(100),
    )
    .execute()
  await db
    .insertInto('login_challenge')
    .values({
      token_hash: challenge.tokenHash,
      purpose: challenge.purpose,
      account_id: challenge.accountId,
      session_id: challenge.sessionId,
      passkey_challenge: challenge.passkeyChallenge,
      keep_signed_in: challenge.keepSignedIn,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
      used_at: null,
    })
    .execute()
}

export type OpenChallenge = {
  accountId: MemberId | null
  sessionId: string | null
  passkeyChallenge: string | null
  keepSignedIn: boolean
}

type Wanted = { tokenHash: Buffer; purpose: Purpose; now: Date }

/** A challenge that can still be answered. */
export async function findChallenge(db: Db, { tokenHash, purpose, now }: Wanted): Promise<OpenChallenge | undefined> {
  const row = await db
    .selectFrom('login_challenge')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .selectAll()
    .executeTakeFirst()
  return row && toChallenge(row)
}

/** Takes the challenge, which is answered once. Undefined where it is used or over. */
export async function takeChallenge(db: Db, { tokenHash, purpose, now }: Wanted): Promise<OpenChallenge | undefined> {
  const row = await db
    .updateTable('login_challenge')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row && toChallenge(row)
}

/** Only what was asked last may be signed. */
export async function setPasskeyChallenge(db: Db, tokenHash: Buffer, passkeyChallenge: string): Promise<void> {
  await db
    .updateTable('login_challenge')
    .set({ passkey_challenge: passkeyChallenge })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Logins that wait for their second step do not go on: the password or the factor is another one by now. */
export async function endChallenges(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('login_challenge').where('account_id', '=', accountId).execute()
}

type Row = {
  account_id: string | null
  session_id: string | null
  passkey_challenge: string | null
  keep_signed_in: boolean
}

function toChallenge(row: Row): OpenChallenge {
  return {
    accountId: row.account_id as MemberId | null,
    sessionId: row.session_id,
    passkeyChallenge: row.passkey_challenge,
    keepSignedIn: row.keep_signed_in,
  }
}
