import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { makeToken } from '#platform/server/token.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../../contract.ts'
import type { PasskeyRequest } from '../../passkeys/contract/proof.ts'
import { listPasskeys } from '../../passkeys/server/store.ts'
import { createPasskeyRequest } from '../../passkeys/server/verify-passkey.ts'
import { verifyPassword } from '../../passwords/server/hash-password.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import { verifySecondFactor } from '../../second-factor/server/verify-second-factor.ts'
import { consumeChallenge, createChallenge } from '../../server/challenge-store.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { type Account, getAccount, toUser } from '../../server/store.ts'
import { accessTokenExpiry } from '../../sessions/rules.ts'
import { markReauthenticated } from '../../sessions/server/store.ts'
import type * as contract from '../contract.ts'
import { limitCodeAttempts, limitReauthenticationAttempts } from './reauthentication-rate-limit.ts'

type ReauthenticationBody = BodyOf<typeof contract.reauthenticate>

/** @returns the session with a new access token, because the previous one may have been stolen */
export async function reauthenticate(
  context: MemberContext,
  proof: ReauthenticationBody,
): Promise<{ token: string; user: User }> {
  const { db, actor } = context
  const account = await getAccount(db, actor.memberId)
  const problem = await limitReauthenticationAttempts(context, () => findProblem(context, account, proof))
  if (problem) {
    logSecurityEvent(context, 'reauthentication-failed', { memberId: actor.memberId })
    await recordOwnAction(db, context, actor.memberId, 'confirmation-refused', { because: problem })
    throw new Refused(problem)
  }
  const byFactor = proof.password === undefined
  if (byFactor) await db.transaction().execute((tx) => cancelFactorRecovery(tx, context, account.id))
  const { token, hash: accessTokenHash } = makeToken()
  const now = context.now()
  await markReauthenticated(db, actor.sessionId, {
    byFactor,
    accessTokenHash,
    accessExpiresAt: accessTokenExpiry(now),
    now,
  })
  logSecurityEvent(context, 'reauthenticated', { memberId: actor.memberId })
  return { token, user: toUser(account) }
}

/** Accepts the password, an authenticator code, a recovery code or a passkey. */
async function findProblem(
  context: MemberContext,
  account: Account,
  { password, passkey, ...codes }: ReauthenticationBody,
) {
  if (password !== undefined) {
    return (await verifyPassword(account.passwordHash, password)) ? undefined : 'wrong-password'
  }
  const passkeyChallenge = passkey ? await consumePasskeyChallenge(context, passkey.challenge) : null
  if (passkey && !passkeyChallenge) return 'challenge-expired'
  const proof = { ...codes, passkey: passkey?.proof, passkeyChallenge }
  const verify = () => context.db.transaction().execute((tx) => verifySecondFactor(tx, context, account, proof))
  return codes.code === undefined ? verify() : limitCodeAttempts(context, verify)
}

async function consumePasskeyChallenge(context: MemberContext, challenge: string): Promise<string | null> {
  const consumed = await consumeChallenge(context.db, context, 'confirmation', challenge)
  return consumed?.sessionId === context.actor.sessionId ? consumed.passkeyChallenge : null
}

/** Keeps a script from filling the challenge table. */
const challengeLimit: RateLimit = { name: 'passkey-reauthentication-challenge', attempts: 30, seconds: 900 }

export async function startPasskeyReauthentication(
  context: MemberContext,
): Promise<{ challenge: string; options: PasskeyRequest }> {
  const { db, limits, actor, publicUrl } = context
  await limits.count(challengeLimit, actor.sessionId)
  const options = createPasskeyRequest(publicUrl, await listPasskeys(db, actor.memberId))
  const challenge = await createChallenge(db, context, {
    purpose: 'confirmation',
    accountId: actor.memberId,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}
