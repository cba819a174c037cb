import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/second-factor.ts'
import { methodsOf } from '../rules/second-factor.ts'
import { findChallenge, takeChallenge } from './challenge-store.ts'
import { checkSecondFactor, type Proof } from './check-second-factor.ts'
import { countCodeGuess } from './count-code-guess.ts'
import { hashToken } from './make-token.ts'
import type { Caller } from './note-device.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { readFactors } from './read-factors.ts'
import { type Account, lockAccount } from './store.ts'
import { switchOnAuthenticator } from './switch-on-authenticator.ts'

type Passed = OpenedSession & { recoveryCodes?: string[] }

/** The second step of a login. A wrong proof leaves the challenge as it was, less one of its tries. */
export async function passSecondFactor(
  context: Context,
  { challenge, trustDevice, ...proof }: BodyOf<typeof contract.passSecondFactor>,
  caller: Caller,
): Promise<Passed> {
  const wanted = { tokenHash: hashToken(challenge), purpose: 'second-factor', now: context.now() } as const
  const accountId = (await findChallenge(context.db, wanted))?.accountId
  if (!accountId) throw new Refused('challenge-over')
  const forgetGuess = await countCodeGuess(context, { accountId, challenge, caller, isCode: proof.code !== undefined })

  const passed = await context.db.transaction().execute(async (tx) => {
    // Locked: the factors stay what they are, and of two proofs at once the second finds the challenge taken.
    const account = await lockAccount(tx, accountId)
    const taken = await takeChallenge(tx, wanted)
    if (!taken || account.isDisabled) throw new Refused('challenge-over')
    const recoveryCodes = await checkProof(tx, context, account, { ...proof, ...taken })
    const session = await openSession(tx, context, account, {
      keepSignedIn: taken.keepSignedIn,
      caller,
      trustsDevice: trustDevice,
    })
    return { ...session, ...(recoveryCodes && { recoveryCodes }) }
  })
  await forgetGuess()
  return passed
}

/** @returns the recovery codes where the code is the first one of a new app */
async function checkProof(
  tx: Db,
  context: Context,
  account: Account,
  proof: Proof & { passkeyChallenge: string | null },
): Promise<string[] | undefined> {
  const isSetUp = methodsOf(await readFactors(tx, account.id)).length > 0
  if (isSetUp) {
    const problem = await checkSecondFactor(tx, context, account, proof)
    if (problem) throw new Refused(problem)
    return undefined
  }
  const codes = await switchOnAuthenticator(tx, context, account, proof.code ?? '')
  if (codes === 'not-started' || codes === 'wrong-code') throw new Refused('wrong-code')
  return codes
}
