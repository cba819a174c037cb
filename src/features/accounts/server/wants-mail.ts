import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { NotificationKind } from '../contract/profile.ts'
import { withDefaults } from '../rules/notifications.ts'
import { listNotificationChoices } from './notification-store.ts'
import { readAccountDetails } from './profile-store.ts'

/** Whether a member is told by mail of what they can choose to be told of. */
export async function wantsMail(db: Db, memberId: MemberId, kind: Exclude<NotificationKind, 'news'>): Promise<boolean> {
  const { guardian } = await readAccountDetails(db, memberId)
  const choices = withDefaults(await listNotificationChoices(db, memberId), { isYoung: guardian !== null })
  return choices.some((choice) => choice.kind === kind && choice.channel === 'email' && choice.isOn)
}
