import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PasskeyRequest } from '../../passkeys/contract/proof.ts'
import { findPasskey, listPasskeys } from '../../passkeys/server/store.ts'
import { createPasskeyRequest, verifyPasskey } from '../../passkeys/server/verify-passkey.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import {
  consumeChallenge,
  createChallenge,
  requireSecondStep,
  setPasskeyChallenge,
} from '../../server/challenge-store.ts'
import { lockAccount } from '../../server/store.ts'
import type * as contract from '../contract/passkey.ts'
import type { Caller } from './known-devices.ts'
import { type OpenedSession, openSession } from './open-session.ts'

/** A passkey counts as two factors: the device that holds it, and the way its owner unlocks it. */
export async function logInWithPasskey(
  context: Context,
  { challenge, passkey, keepSignedIn }: BodyOf<typeof contract.logInWithPasskey>,
  caller: Caller,
): Promise<OpenedSession> {
  return context.db.transaction().execute(async (tx) => {
    const consumed = await consumeChallenge(tx, context, 'passkey-login', challenge)
    if (!consumed?.passkeyChallenge) throw new Refused('challenge-expired')
    const storedPasskey = await findPasskey(tx, Buffer.from(passkey.id, 'base64url'))
    // Lock the account before its passkey, as removing a passkey does. The opposite order could deadlock.
    const account = storedPasskey && (await lockAccount(tx, storedPasskey.accountId))
    if (!account || account.isDisabled) throw new Refused('passkey-refused')
    const owner = await verifyPasskey(tx, context, passkey, consumed.passkeyChallenge)
    if (owner !== account.id) throw new Refused('passkey-refused')
    await cancelFactorRecovery(tx, context, account.id)
    return openSession(tx, context, account, { keepSignedIn, caller, byFactor: true })
  })
}

/** Enough for a school where everyone shares one IP address, but too few for a script to fill the challenge table. */
const challengeLimit: RateLimit = { name: 'passkey-login-challenge', attempts: 120, seconds: 900 }

/** @param challenge from a login that needs a second step; if omitted, the passkey alone completes the login */
export async function startPasskeyLogin(
  context: Context,
  challenge: string | undefined,
  address: string,
): Promise<{ challenge: string; options: PasskeyRequest }> {
  await context.limits.count(challengeLimit, addressKey(address))
  const { db, publicUrl } = context
  if (challenge === undefined) {
    const options = createPasskeyRequest(publicUrl)
    const passkeyChallenge = options.challenge
    return { challenge: await createChallenge(db, context, { purpose: 'passkey-login', passkeyChallenge }), options }
  }
  const accountId = await requireSecondStep(db, context, challenge)
  const options = createPasskeyRequest(publicUrl, await listPasskeys(db, accountId))
  await setPasskeyChallenge(db, challenge, options.challenge)
  return { challenge, options }
}
