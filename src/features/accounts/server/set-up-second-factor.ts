import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { AuthenticatorSecret } from '../contract/second-factor.ts'
import { methodsOf } from '../rules/second-factor.ts'
import { findChallenge } from './challenge-store.ts'
import { makeAuthenticator } from './make-authenticator.ts'
import { hashToken } from './make-token.ts'
import { readFactors } from './read-factors.ts'
import { lockAccount } from './store.ts'

/** For staff whose login asks for a second factor that they do not have yet. Whoever has one cannot replace it here. */
export async function setUpSecondFactor(context: Context, challenge: string): Promise<AuthenticatorSecret> {
  const wanted = { tokenHash: hashToken(challenge), purpose: 'second-factor', now: context.now() } as const
  return context.db.transaction().execute(async (tx) => {
    const accountId = (await findChallenge(tx, wanted))?.accountId
    if (!accountId) throw new Refused('challenge-over')
    const account = await lockAccount(tx, accountId)
    const isSetUp = methodsOf(await readFactors(tx, accountId)).length > 0
    if (isSetUp || account.isDisabled) throw new Refused('challenge-over')
    return makeAuthenticator(tx, context, account)
  })
}
