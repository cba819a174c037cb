import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { readFactors } from './read-factors.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { tellOwner } from './tell-owner.ts'

/** @returns the new codes, which are shown this once */
export async function replaceRecoveryCodes(context: MemberContext): Promise<string[]> {
  requireFreshIdentity(context)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    const { hasAuthenticator } = await readFactors(tx, account.id)
    if (!hasAuthenticator) throw new Refused('second-factor-off')
    await tellOwner(tx, context, account, { kind: 'recovery-codes-made' })
    return makeRecoveryCodes(tx, account.id)
  })
}
