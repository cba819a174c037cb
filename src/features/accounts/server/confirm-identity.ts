import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd } from '../rules.ts'
import { verifyPassword } from './hash-password.ts'
import { makeToken } from './make-token.ts'
import { confirmSession } from './session-store.ts'
import { findAccount } from './store.ts'
import { userOf } from './user-of.ts'

const guesses: Limit = { name: 'confirm-identity', attempts: 10, seconds: 900 }

/** @returns the session with another access token: the one before may be in other hands */
export async function confirmIdentity(
  { db, now, limits, actor }: MemberContext,
  { password }: { password: string },
): Promise<{ token: string; user: User }> {
  await limits.count(guesses, actor.memberId)
  const account = await findAccount(db, actor.memberId)
  if (!(account && (await verifyPassword(account.passwordHash, password)))) throw new Refused('wrong-password')
  await limits.clear(guesses, actor.memberId)
  const { token, hash: accessTokenHash } = makeToken()
  const moment = now()
  await confirmSession(db, actor.sessionId, { accessTokenHash, accessExpiresAt: accessTokenEnd(moment), now: moment })
  return { token, user: userOf(account) }
}
