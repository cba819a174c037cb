import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import { challengeExpiry } from '../second-factor/rules.ts'
import { insertChallenge, type NewChallenge } from './challenge-store.ts'

type ChallengeRequest = Pick<NewChallenge, 'purpose' | 'accountId'> &
  Partial<Pick<NewChallenge, 'sessionId' | 'passkeyChallenge' | 'keepSignedIn'>>

/** @returns the token that the answer to the challenge must carry */
export async function createChallenge(db: Db, context: Context, request: ChallengeRequest): Promise<string> {
  const { token, hash: tokenHash } = makeToken()
  const now = context.now()
  const defaults = { sessionId: null, passkeyChallenge: null, keepSignedIn: false }
  await insertChallenge(db, { ...defaults, ...request, tokenHash, now, expiresAt: challengeExpiry(now) })
  return token
}
