import type { Context } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/passkey.ts'
import { takeChallenge } from './challenge-store.ts'
import { checkPasskey } from './check-passkey.ts'
import { hashToken } from './make-token.ts'
import type { Caller } from './note-device.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { findPasskey } from './passkey-store.ts'
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
    const known = await findPasskey(tx, Buffer.from(passkey.id, 'base64url'))
    // The account before its passkey, as whoever removes one does: the other way round the two could wait for each other.
    const account = known && (await lockAccount(tx, known.accountId))
    if (!account || account.isDisabled) throw new Refused('passkey-refused')
    const owner = await checkPasskey(tx, context, passkey, taken.passkeyChallenge)
    if (owner !== account.id) throw new Refused('passkey-refused')
    return openSession(tx, context, account, { keepSignedIn, caller })
  })
}
