import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { challengeEnd } from '../rules/second-factor.ts'
import { askPasskey } from './ask-passkey.ts'
import { insertChallenge } from './challenge-store.ts'
import { makeToken } from './make-token.ts'
import { listPasskeys } from './passkey-store.ts'

/** A script that asks and asks fills no table. */
const questions: Limit = { name: 'passkey-confirmation-question', attempts: 30, seconds: 900 }

export async function startPasskeyConfirmation({
  db,
  limits,
  now,
  actor,
  publicUrl,
}: MemberContext): Promise<{ challenge: string; options: PasskeyRequest }> {
  await limits.count(questions, actor.sessionId)
  const options = await askPasskey(publicUrl, await listPasskeys(db, actor.memberId))
  const { token, hash: tokenHash } = makeToken()
  const moment = now()
  await insertChallenge(db, {
    tokenHash,
    purpose: 'confirmation',
    accountId: actor.memberId,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
    keepSignedIn: false,
    now: moment,
    expiresAt: challengeEnd(moment),
  })
  return { challenge: token, options }
}
