import type { MemberContext } from '#platform/server/context.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { askPasskey } from './ask-passkey.ts'
import { makeChallenge } from './make-challenge.ts'
import { listPasskeys } from './passkey-store.ts'

export async function startPasskeyConfirmation(
  context: MemberContext,
): Promise<{ challenge: string; options: PasskeyRequest }> {
  const { db, actor, publicUrl } = context
  const options = await askPasskey(publicUrl, await listPasskeys(db, actor.memberId))
  const challenge = await makeChallenge(db, context, {
    purpose: 'confirmation',
    accountId: actor.memberId,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}
