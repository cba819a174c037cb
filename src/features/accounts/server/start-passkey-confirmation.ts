import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { PasskeyRequest } from '../contract/passkey.ts'
import { askPasskey } from './ask-passkey.ts'
import { makeChallenge } from './make-challenge.ts'
import { listPasskeys } from './passkey-store.ts'

/** A script that asks and asks fills no table. */
const questions: Limit = { name: 'passkey-confirmation-question', attempts: 30, seconds: 900 }

export async function startPasskeyConfirmation(
  context: MemberContext,
): Promise<{ challenge: string; options: PasskeyRequest }> {
  const { db, limits, actor, publicUrl } = context
  await limits.count(questions, actor.sessionId)
  const options = await askPasskey(publicUrl, await listPasskeys(db, actor.memberId))
  const challenge = await makeChallenge(db, context, {
    purpose: 'confirmation',
    accountId: actor.memberId,
    sessionId: actor.sessionId,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}
