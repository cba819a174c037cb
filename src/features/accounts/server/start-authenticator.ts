import type { MemberContext } from '#platform/server/context.ts'
import type { AuthenticatorSecret } from '../contract/second-factor.ts'
import { makeAuthenticator } from './make-authenticator.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { lockAccount } from './store.ts'

export async function startAuthenticator(context: MemberContext): Promise<AuthenticatorSecret> {
  requireFreshIdentity(context)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, context.actor.memberId)
    return makeAuthenticator(tx, context, account)
  })
}
