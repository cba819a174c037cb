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

/** What a member has chosen; what they have not is decided by the defaults. */
export async function listNotificationChoices(db: Db, accountId: MemberId): Promise<NotificationChoice[]> {
  const rows = await db
    .selectFrom('notification_choice')
    .where('account_id', '=', accountId)
    .select(['kind', 'channel', 'is_on'])
    .execute()
  return rows.map(({ kind, channel, is_on: isOn }) => ({ kind, channel, isOn }))
}
