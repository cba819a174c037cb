import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lacksRequiredFactor } from '../../second-factor/rules.ts'
import { notifyFactorChanged } from '../../second-factor/server/notify-factor-changed.ts'
import { getFactors } from '../../second-factor/server/second-factors.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { deletePasskey, updatePasskeyName } from './store.ts'

export async function removePasskey(context: MemberContext, id: string): Promise<null> {
  const { db, actor, publicUrl } = context
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    const name = await deletePasskey(tx, account.id, id)
    if (name === undefined) throw new Refused('passkey-not-found')
    const remaining = await getFactors(tx, account.id)
    if (lacksRequiredFactor({ role: account.role, publicUrl, remaining })) throw new Refused('last-factor')
    await notifyFactorChanged(tx, context, account, { kind: 'passkey-removed', name })
  })
  return null
}

export async function renamePasskey({ db, actor }: MemberContext, id: string, name: string): Promise<null> {
  const isRenamed = await updatePasskeyName(db, { accountId: actor.memberId, id, name })
  if (!isRenamed) throw new Refused('passkey-not-found')
  return null
}
