import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { setPasskeyName } from './passkey-store.ts'

export async function renamePasskey({ db, actor }: MemberContext, id: string, name: string): Promise<void> {
  const isRenamed = await setPasskeyName(db, { accountId: actor.memberId, id, name })
  if (!isRenamed) throw new Refused('passkey-unknown')
}
