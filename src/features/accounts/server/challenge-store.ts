import './tables.ts'
import type { Context } from '#platform/server/context.ts'
import type { ColumnTypes, Db } from '#platform/server/db/tables.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { challengeExpiry } from '../second-factor/rules.ts'

type Purpose = ColumnTypes['loginChallenge']['purpose']

type OpenChallenge = {
  accountId: MemberId | null
  sessionId: string | null
  passkeyChallenge: string | null
  keepSignedIn: boolean
}

/**
 * Also deletes expired challenges, at most 100 at a time.
 * @returns the token that must be sent with the response to the challenge
 */
export async function createChallenge(
  db: Db,
  context: Context,
  challenge: { purpose: Purpose } & Partial<OpenChallenge>,
): Promise<string> {
  const { token, hash: tokenHash } = makeToken()
  const now = context.now()
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
  const unused = { accountId: null, sessionId: null, passkeyChallenge: null, keepSignedIn: false, usedAt: null }
  await db
    .insertInto('loginChallenge')
    .values({ ...unused, ...challenge, tokenHash, createdAt: now, expiresAt: challengeExpiry(now) })
    .execute()
  return token
}

/**
 * Finds the account of a login that is waiting for its second step.
 * @throws Refused 'challenge-expired' if the challenge can no longer be answered
 */
export async function requireSecondStep(db: Db, { now }: Context, challenge: string): Promise<MemberId> {
  const row = await db
    .selectFrom('loginChallenge')
    .where('tokenHash', '=', hashToken(challenge))
    .where('purpose', '=', 'second-factor')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now())
    .select('accountId')
    .executeTakeFirst()
  if (!row?.accountId) throw new Refused('challenge-expired')
  return row.accountId
}

/**
 * A challenge can be used only once.
 * @returns undefined if it was used or has expired
 */
export async function consumeChallenge(
  db: Db,
  context: Context,
  purpose: Purpose,
  challenge: string,
): Promise<OpenChallenge | undefined> {
  const now = context.now()
  return db
    .updateTable('loginChallenge')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['accountId', 'sessionId', 'passkeyChallenge', 'keepSignedIn'])
    .executeTakeFirst()
}

/** Only the latest passkey challenge may be signed. */
export async function setPasskeyChallenge(db: Db, challenge: string, passkeyChallenge: string): Promise<void> {
  const tokenHash = hashToken(challenge)
  await db.updateTable('loginChallenge').set({ passkeyChallenge }).where('tokenHash', '=', tokenHash).execute()
}

/** Cancels logins waiting for their second step, because the account's password or factors have changed. */
export async function revokeChallenges(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('loginChallenge').where('accountId', '=', accountId).execute()
}
