import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isLastFactor } from '../rules/second-factor.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { deletePasskey } from './passkey-store.ts'
import { readFactors } from './read-factors.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { tellOwner } from './tell-owner.ts'

export async function removePasskey(context: MemberContext, id: string): Promise<void> {
  requireFreshIdentity(context)
  const { db, actor, publicUrl } = context
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const name = await deletePasskey(tx, account.id, id)
    if (name === undefined) throw new Refused('passkey-unknown')
    const left = await readFactors(tx, account.id)
    if (isLastFactor({ role: account.role, publicUrl, left })) throw new Refused('last-factor')
    await tellOwner(tx, context, account, { kind: 'passkey-removed', name })
  })
}
