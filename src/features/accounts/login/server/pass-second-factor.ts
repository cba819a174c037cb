import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AuthenticatorSecret } from '../../second-factor/contract.ts'
import { listMethods } from '../../second-factor/rules.ts'
import { createAuthenticator, enableAuthenticator } from '../../second-factor/server/authenticator.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import { getFactors } from '../../second-factor/server/store.ts'
import { type Proof, verifySecondFactor } from '../../second-factor/server/verify-second-factor.ts'
import { consumeChallenge, requireSecondStep } from '../../server/challenge-store.ts'
import { type Account, lockAccount } from '../../server/store.ts'
import type * as contract from '../contract/second-step.ts'
import type { Caller } from './known-devices.ts'
import { limitCodeAttempts } from './login-rate-limit.ts'
import { type OpenedSession, openSession } from './open-session.ts'

type SecondFactorResult = OpenedSession & { recoveryCodes?: string[] }

/** Completes the second step of a login. A wrong proof uses up one attempt, but the challenge stays valid. */
export async function passSecondFactor(
  context: Context,
  { challenge, trustDevice, ...proof }: BodyOf<typeof contract.passSecondFactor>,
  caller: Caller,
): Promise<SecondFactorResult> {
  const accountId = await requireSecondStep(context.db, context, challenge)
  const uncountAttempt = await limitCodeAttempts(context, {
    accountId,
    challenge,
    caller,
    isCode: proof.code !== undefined,
  })

  const result = await context.db.transaction().execute(async (tx) => {
    // Lock the account, so that its factors stay the same and only one of two parallel proofs can use the challenge.
    const account = await lockAccount(tx, accountId)
    const consumed = await consumeChallenge(tx, context, 'second-factor', challenge)
    if (!consumed || account.isDisabled) throw new Refused('challenge-expired')
    const recoveryCodes = await verifyProof(tx, context, account, { ...proof, ...consumed })
    await cancelFactorRecovery(tx, context, account.id)
    const session = await openSession(tx, context, account, {
      keepSignedIn: consumed.keepSignedIn,
      caller,
      byFactor: true,
      trustsDevice: trustDevice,
    })
    return { ...session, ...(recoveryCodes && { recoveryCodes }) }
  })
  await uncountAttempt()
  return result
}

/** @returns the recovery codes if the proof confirmed a new authenticator app */
async function verifyProof(
  tx: Db,
  context: Context,
  account: Account,
  proof: Proof & { passkeyChallenge: string | null },
): Promise<string[] | undefined> {
  const isSetUp = listMethods(await getFactors(tx, account.id)).length > 0
  if (isSetUp) {
    const problem = await verifySecondFactor(tx, context, account, proof)
    if (problem) throw new Refused(problem)
    return undefined
  }
  const codes = await enableAuthenticator(tx, context, account, proof.code ?? '')
  if (codes === 'not-started' || codes === 'wrong-code') throw new Refused('wrong-code')
  return codes
}

/** For staff who must log in with a second factor but have not set one up. It cannot replace an existing factor. */
export async function setUpSecondFactor(context: Context, challenge: string): Promise<AuthenticatorSecret> {
  return context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, await requireSecondStep(tx, context, challenge))
    const isSetUp = listMethods(await getFactors(tx, account.id)).length > 0
    if (isSetUp || account.isDisabled) throw new Refused('challenge-expired')
    return createAuthenticator(tx, context, account)
  })
}
