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

/** Also deletes expired challenges, at most 100 at a time. */
export async function insertChallenge(db: Db, { now, ...row }: NewChallenge): Promise<void> {
  await db
    .deleteFrom('loginChallenge')
    .where('tokenHash', 'in', (expired) =>
      expired
        .selectFrom('loginChallenge')
        .where('expiresAt', '<=', now)
        .select('tokenHash')
        // Skip the rows that a parallel insert is deleting.
        .forUpdate()
        .skipLocked()
        .limit(100),
    )
    .execute()
  await db
    .insertInto('loginChallenge')
    .values({ ...row, createdAt: now, usedAt: null })
    .execute()
}

type OpenChallenge = Pick<NewChallenge, 'accountId' | 'sessionId' | 'passkeyChallenge' | 'keepSignedIn'>

const openChallenge = ['accountId', 'sessionId', 'passkeyChallenge', 'keepSignedIn'] as const

type ChallengeQuery = { tokenHash: Buffer; purpose: Purpose; now: Date }

/** Finds a challenge that can still be answered. */
export async function findChallenge(
  db: Db,
  { tokenHash, purpose, now }: ChallengeQuery,
): Promise<OpenChallenge | undefined> {
  const row = await db
    .selectFrom('loginChallenge')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .select(openChallenge)
    .executeTakeFirst()
  return row && toChallenge(row)
}

/** A challenge can be answered once. @returns undefined if it was used or has expired */
export async function consumeChallenge(
  db: Db,
  { tokenHash, purpose, now }: ChallengeQuery,
): Promise<OpenChallenge | undefined> {
  const row = await db
    .updateTable('loginChallenge')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(openChallenge)
    .executeTakeFirst()
  return row && toChallenge(row)
}

/** Only the latest passkey challenge may be signed. */
export async function setPasskeyChallenge(db: Db, tokenHash: Buffer, passkeyChallenge: string): Promise<void> {
  await db.updateTable('loginChallenge').set({ passkeyChallenge }).where('tokenHash', '=', tokenHash).execute()
}

/** Cancels logins that wait for their second step, because their password or factor has changed. */
export async function revokeChallenges(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('loginChallenge').where('accountId', '=', accountId).execute()
}

function toChallenge<Row extends Omit<OpenChallenge, 'accountId'> & { accountId: string | null }>(row: Row) {
  return { ...row, accountId: row.accountId as MemberId | null }
}
