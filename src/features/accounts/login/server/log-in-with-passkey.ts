import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken } from '#platform/server/token.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PasskeyRequest } from '../../passkeys/contract/proof.ts'
import { findPasskey, listPasskeys } from '../../passkeys/server/store.ts'
import { createPasskeyRequest, verifyPasskey } from '../../passkeys/server/verify-passkey.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import { consumeChallenge, findChallenge, setPasskeyChallenge } from '../../server/challenge-store.ts'
import { createChallenge } from '../../server/create-challenge.ts'
import { lockAccount } from '../../server/store.ts'
import type * as contract from '../contract/passkey.ts'
import type { Caller } from './known-devices.ts'
import { type OpenedSession, openSession } from './open-session.ts'

/** A passkey counts as two factors: the device that holds it, and the owner's way to unlock it. */
export async function logInWithPasskey(
  context: Context,
  { challenge, passkey, keepSignedIn }: BodyOf<typeof contract.logInWithPasskey>,
  caller: Caller,
): Promise<OpenedSession> {
  return context.db.transaction().execute(async (tx) => {
    const consumed = await consumeChallenge(tx, {
      tokenHash: hashToken(challenge),
      purpose: 'passkey-login',
      now: context.now(),
    })
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

/** High enough for a school that shares one address, low enough to stop a script from filling the table. */
const challengeLimit: RateLimit = { name: 'passkey-login-challenge', attempts: 120, seconds: 900 }

type StartedPasskeyLogin = { challenge: string; options: PasskeyRequest }

/** @param challenge of a login that needs a second step; without it the passkey is the whole login */
export async function startPasskeyLogin(
  context: Context,
  challenge: string | undefined,
  address: string,
): Promise<StartedPasskeyLogin> {
  await context.limits.count(challengeLimit, addressKey(address))
  return challenge === undefined ? requestAnyPasskey(context) : requestAccountPasskey(context, challenge)
}

async function requestAnyPasskey(context: Context): Promise<StartedPasskeyLogin> {
  const options = await createPasskeyRequest(context.publicUrl)
  const challenge = await createChallenge(context.db, context, {
    purpose: 'passkey-login',
    accountId: null,
    passkeyChallenge: options.challenge,
  })
  return { challenge, options }
}

async function requestAccountPasskey({ db, now, publicUrl }: Context, challenge: string): Promise<StartedPasskeyLogin> {
  const tokenHash = hashToken(challenge)
  const accountId = (await findChallenge(db, { tokenHash, purpose: 'second-factor', now: now() }))?.accountId
  if (!accountId) throw new Refused('challenge-expired')
  const passkeys = await listPasskeys(db, accountId)
  const options = await createPasskeyRequest(publicUrl, passkeys)
  await setPasskeyChallenge(db, tokenHash, options.challenge)
  return { challenge, options }
}
