import type { MemberContext } from '#platform/server/context.ts'
import type { NotificationChoice } from '../contract/profile.ts'
import { getProfile } from './get-profile.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { saveNotificationChoice } from './notification-store.ts'

/** What is sent counts as the member's own choice from now on, also where it is what the defaults say (PRODUCT D14). */
export async function saveNotifications(
  { db, now, actor }: MemberContext,
  choices: NotificationChoice[],
): Promise<{ notifications: NotificationChoice[] }> {
  return db.transaction().execute(async (tx) => {
    // Locked: two tabs that save in another order could wait for each other.
    await lockOwnAccount(tx, actor)
    for (const choice of choices) await saveNotificationChoice(tx, actor.memberId, choice, now())
    const { notifications } = await getProfile({ db: tx, now, actor })
    return { notifications }
  })
}
