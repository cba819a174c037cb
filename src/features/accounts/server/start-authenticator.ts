import type { MemberContext } from '#platform/server/context.ts'
import type { AuthenticatorSecret } from '../contract/second-factor.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { makeAuthenticator } from './make-authenticator.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'

export async function startAuthenticator(context: MemberContext): Promise<AuthenticatorSecret> {
  requireFreshIdentity(context)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    return makeAuthenticator(tx, context, account)
  })
}
