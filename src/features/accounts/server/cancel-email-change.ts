import type { MemberContext } from '#platform/server/context.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { endEmailChanges } from './verification-store.ts'

/** What is not under way is cancelled already. */
export async function cancelEmailChange({ db, now, actor }: MemberContext): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Locked: the link may be opened at this very moment.
    await lockOwnAccount(tx, actor)
    await endEmailChanges(tx, actor.memberId, now())
  })
}
