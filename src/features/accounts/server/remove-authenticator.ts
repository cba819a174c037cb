import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isLastFactor } from '../rules/second-factor.ts'
import { endTrust } from './device-store.ts'
import { deleteAuthenticators } from './factor-store.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { readFactors } from './read-factors.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { tellOwner } from './tell-owner.ts'

/** The recovery codes go with the app that they stand in for, and so does the trust in devices. */
export async function removeAuthenticator(context: MemberContext): Promise<void> {
  requireFreshIdentity(context)
  const { db, actor, publicUrl } = context
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const factors = await readFactors(tx, account.id)
    if (!factors.hasAuthenticator) throw new Refused('second-factor-off')
    const left = { ...factors, hasAuthenticator: false }
    if (isLastFactor({ role: account.role, publicUrl, left })) throw new Refused('last-factor')
    await deleteAuthenticators(tx, account.id)
    await endTrust(tx, account.id, 'everywhere')
    await tellOwner(tx, context, account, { kind: 'authenticator-off' })
  })
}
