import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { NotificationChoice } from '../contract/profile.ts'

export async function saveNotificationChoice(
  db: Db,
  accountId: MemberId,
  { kind, channel, isOn }: NotificationChoice,
  now: Date,
): Promise<void> {
  await db
    .insertInto('notification_choice')
    .values({ account_id: accountId, kind, channel, is_on: isOn, chosen_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'channel']).doUpdateSet({ is_on: isOn, chosen_at: now }),
    )
    .execute()
}
