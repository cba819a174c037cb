import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import type * as contract from '../contract.ts'
import type { NotificationKind, NotificationPreference } from '../contract.ts'
import { withDefaultPreferences } from '../rules.ts'
import { getProfile } from './profile.ts'
import { getAccountDetails, listNotificationPreferences, saveNotificationPreference } from './store.ts'

/**
 * A submitted choice counts as the member's own, even if it equals the default (PRODUCT D14). A form loaded before the
 * member was known to be under 18 cannot opt in to the newsletter (PRODUCT D24).
 */
export async function updateNotificationPreferences(
  { db, now, actor }: MemberContext,
  { choices, isYoung }: BodyOf<typeof contract.updateNotificationPreferences>,
): Promise<{ notifications: NotificationPreference[] }> {
  return db.transaction().execute(async (tx) => {
    // Lock the account, because two tabs that save in different orders could otherwise deadlock.
    await lockOwnAccount(tx, actor)
    if (!isYoung && choices.some(({ kind, isOn }) => kind === 'news' && isOn)) {
      const { guardian } = await getAccountDetails(tx, actor.memberId)
      if (guardian) throw new Refused('under-18')
    }
    for (const choice of choices) await saveNotificationPreference(tx, actor.memberId, choice, now())
    const { notifications } = await getProfile({ db: tx, now, actor })
    return { notifications }
  })
}

export async function wantsEmail(db: Db, memberId: MemberId, kind: NotificationKind): Promise<boolean> {
  const { guardian } = await getAccountDetails(db, memberId)
  const choices = withDefaultPreferences(await listNotificationPreferences(db, memberId), {
    isYoung: guardian !== null,
  })
  return choices.some((choice) => choice.kind === kind && choice.channel === 'email' && choice.isOn)
}
