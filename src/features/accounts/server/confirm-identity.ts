import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd } from '../rules.ts'
import { verifyPassword } from './hash-password.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { makeToken } from './make-token.ts'
import { confirmSession } from './session-store.ts'
import { findAccount } from './store.ts'
import { userOf } from './user-of.ts'

const guesses: Limit = { name: 'confirm-identity', attempts: 10, seconds: 900 }

/** @returns the session with another access token: the one before may be in other hands */
export async function confirmIdentity(
  context: MemberContext,
  { password }: { password: string },
): Promise<{ token: string; user: User }> {
  const { db, now, limits, actor } = context
  await limits.count(guesses, actor.memberId)
  const account = await findAccount(db, actor.memberId)
  if (!(account && (await verifyPassword(account.passwordHash, password)))) {
    logSecurityEvent(context, 'confirmation-failed', { memberId: actor.memberId })
    throw new Refused('wrong-password')
  }
  await limits.clear(guesses, actor.memberId)
  const { token, hash: accessTokenHash } = makeToken()
  const moment = now()
  await confirmSession(db, actor.sessionId, { accessTokenHash, accessExpiresAt: accessTokenEnd(moment), now: moment })
  logSecurityEvent(context, 'identity-confirmed', { memberId: actor.memberId })
  return { token, user: userOf(account) }
}
