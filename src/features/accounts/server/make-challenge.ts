import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { challengeEnd } from '../rules/second-factor.ts'
import { insertChallenge, type NewChallenge } from './challenge-store.ts'
import { makeToken } from './make-token.ts'

type Asked = Pick<NewChallenge, 'purpose' | 'accountId' | 'sessionId' | 'passkeyChallenge'>

/** Remembers what a passkey is asked to sign. @returns the token that the answer comes with */
export async function makeChallenge(db: Db, context: Context, asked: Asked): Promise<string> {
  const { token, hash: tokenHash } = makeToken()
  const now = context.now()
  await insertChallenge(db, { ...asked, tokenHash, keepSignedIn: false, now, expiresAt: challengeEnd(now) })
  return token
}
