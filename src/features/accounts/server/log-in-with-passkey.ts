import type { Context } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/passkey.ts'
import { takeChallenge } from './challenge-store.ts'
import { checkPasskey } from './check-passkey.ts'
import { hashToken } from './make-token.ts'
import type { Caller } from './note-device.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { lockAccount } from './store.ts'

/** A passkey is two factors in one: the device that holds it, and what its owner unlocks it with. */
export async function logInWithPasskey(
  context: Context,
  { challenge, passkey, keepSignedIn }: BodyOf<typeof contract.logInWithPasskey>,
  caller: Caller,
): Promise<OpenedSession> {
  return context.db.transaction().execute(async (tx) => {
    const taken = await takeChallenge(tx, {
      tokenHash: hashToken(challenge),
      purpose: 'passkey-login',
      now: context.now(),
    })
    if (!taken?.passkeyChallenge) throw new Refused('challenge-over')
    const owner = await checkPasskey(tx, context, passkey, taken.passkeyChallenge)
    const account = owner && (await lockAccount(tx, owner))
    if (!account || account.isDisabled) throw new Refused('passkey-refused')
    return openSession(tx, context, account, { keepSignedIn, caller })
  })
}
