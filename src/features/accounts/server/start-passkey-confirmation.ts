import type { MemberContext } from '#platform/server/context.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { challengeEnd } from '../rules/second-factor.ts'
import { askPasskey } from './ask-passkey.ts'
import { insertChallenge } from './challenge-store.ts'
import { makeToken } from './make-token.ts'
import { listPasskeys } from './passkey-store.ts'

export async function startPasskeyConfirmation({
  db,
  now,
  actor,
  publicUrl,
}: MemberContext): Promise<{ challenge: string; options: PasskeyRequest }> {
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
