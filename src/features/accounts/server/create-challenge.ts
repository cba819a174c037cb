import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { makeToken } from '#platform/server/token.ts'
import { challengeExpiry } from '../second-factor/rules.ts'
import { insertChallenge, type NewChallenge } from './challenge-store.ts'

type ChallengeRequest = Pick<NewChallenge, 'purpose' | 'accountId' | 'sessionId' | 'passkeyChallenge'>

/** Stores the challenge for a passkey to sign. @returns the token that the answer must carry */
export async function createChallenge(db: Db, context: Context, asked: ChallengeRequest): Promise<string> {
  const { token, hash: tokenHash } = makeToken()
  const now = context.now()
  await insertChallenge(db, { ...asked, tokenHash, keepSignedIn: false, now, expiresAt: challengeExpiry(now) })
  return token
}
