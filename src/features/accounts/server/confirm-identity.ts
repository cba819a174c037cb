import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/session.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd } from '../rules.ts'
import { takeChallenge } from './challenge-store.ts'
import { checkPasskey } from './check-passkey.ts'
import { isCodeRight } from './check-second-factor.ts'
import { verifyPassword } from './hash-password.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { hashToken, makeToken } from './make-token.ts'
import { confirmSession } from './session-store.ts'
import { type Account, findAccount } from './store.ts'
import { userOf } from './user-of.ts'

const guesses: Limit = { name: 'confirm-identity', attempts: 10, seconds: 900 }

type Given = BodyOf<typeof contract.confirmIdentity>

/** @returns the session with another access token: the one before may be in other hands */
export async function confirmIdentity(context: MemberContext, given: Given): Promise<{ token: string; user: User }> {
  const { db, now, limits, actor } = context
  await limits.count(guesses, actor.memberId)
  const account = await findAccount(db, actor.memberId)
  if (!account) throw new Error(`The session's account ${actor.memberId} is missing`)
  const problem = await findProblem(context, account, given)
  if (problem) {
    logSecurityEvent(context, 'confirmation-failed', { memberId: actor.memberId })
    throw new Refused(problem)
  }
  await limits.clear(db, guesses, actor.memberId)
  const { token, hash: accessTokenHash } = makeToken()
  const moment = now()
  await confirmSession(db, actor.sessionId, { accessTokenHash, accessExpiresAt: accessTokenEnd(moment), now: moment })
  logSecurityEvent(context, 'identity-confirmed', { memberId: actor.memberId })
  return { token, user: userOf(account) }
}

/** The password, a code of the app or a passkey: each proves it. */
async function findProblem(context: MemberContext, account: Account, { password, code, passkey }: Given) {
  if (password !== undefined) {
    return (await verifyPassword(account.passwordHash, password)) ? undefined : 'wrong-password'
  }
  if (code !== undefined) return (await isCodeRight(context.db, context, account, code)) ? undefined : 'wrong-code'
  return passkey ? findPasskeyProblem(context, account, passkey) : 'passkey-refused'
}

async function findPasskeyProblem(
  context: MemberContext,
  account: Account,
  { challenge, proof }: NonNullable<Given['passkey']>,
) {
  const taken = await takeChallenge(context.db, {
    tokenHash: hashToken(challenge),
    purpose: 'confirmation',
    now: context.now(),
  })
  if (!taken?.passkeyChallenge || taken.sessionId !== context.actor.sessionId) return 'challenge-over'
  const owner = await checkPasskey(context.db, context, proof, taken.passkeyChallenge)
  return owner === account.id ? undefined : 'passkey-refused'
}
