import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import type { NotificationKind, NotificationPreference } from '../contract.ts'
import { withDefaultPreferences } from '../rules.ts'
import { getProfile } from './profile.ts'
import { getAccountDetails, listNotificationPreferences, saveNotificationPreference } from './store.ts'

/** A choice that is sent counts as the member's own, even if it equals the default (PRODUCT D14). */
export async function updateNotificationPreferences(
  { db, now, actor }: MemberContext,
  choices: NotificationPreference[],
): Promise<{ notifications: NotificationPreference[] }> {
  return db.transaction().execute(async (tx) => {
    // Lock the account, or two tabs that save in different orders could deadlock.
    await lockOwnAccount(tx, actor)
    for (const choice of choices) await saveNotificationPreference(tx, actor.memberId, choice, now())
    const { notifications } = await getProfile({ db: tx, now, actor })
    return { notifications }
  })
}

export async function wantsEmail(
  db: Db,
  memberId: MemberId,
  kind: Exclude<NotificationKind, 'news'>,
): Promise<boolean> {
  const { guardian } = await getAccountDetails(db, memberId)
  const choices = withDefaultPreferences(await listNotificationPreferences(db, memberId), {
    isYoung: guardian !== null,
  })
  return choices.some((choice) => choice.kind === kind && choice.channel === 'email' && choice.isOn)
}
