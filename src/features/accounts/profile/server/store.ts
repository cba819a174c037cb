import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { Guardian, NotificationPreference, updateProfile } from '../contract.ts'

export async function saveNotificationPreference(
  db: Db,
  accountId: MemberId,
  { kind, channel, isOn }: NotificationPreference,
  now: Date,
): Promise<void> {
  await db
    .insertInto('notificationChoice')
    .values({ accountId, kind, channel, isOn, chosenAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'kind', 'channel']).doUpdateSet({ isOn, chosenAt: now }))
    .execute()
}

/** Lists only the member's own choices. For everything else the defaults apply. */
export async function listNotificationPreferences(db: Db, accountId: MemberId): Promise<NotificationPreference[]> {
  return db
    .selectFrom('notificationChoice')
    .where('accountId', '=', accountId)
    .select(['kind', 'channel', 'isOn'])
    .execute()
}

type StoredPicture = { content: Buffer; contentType: string; version: string }

export async function findPicture(db: Db, accountId: MemberId): Promise<StoredPicture | undefined> {
  return db
    .selectFrom('accountPicture')
    .where('accountId', '=', accountId)
    .select(['content', 'contentType', 'version'])
    .executeTakeFirst()
}

export async function upsertPicture(
  db: Db,
  accountId: MemberId,
  { content, contentType, version }: StoredPicture,
  now: Date,
): Promise<void> {
  const picture = { content, contentType, version, updatedAt: now }
  await db
    .insertInto('accountPicture')
    .values({ accountId, ...picture })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(picture))
    .execute()
}

export async function deletePicture(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('accountPicture').where('accountId', '=', accountId).execute()
}

/** Details that are not part of `Account`. */
export async function getAccountDetails(
  db: Db,
  accountId: MemberId,
): Promise<{ timeZone: string; guardian: Guardian | null }> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['timeZone', 'guardianName', 'guardianEmail'])
    .executeTakeFirstOrThrow()
  const { guardianName: name, guardianEmail: email } = row
  return { timeZone: row.timeZone, guardian: name !== null && email !== null ? { name, email } : null }
}

/** Leaves undefined fields unchanged. */
export async function saveProfileChanges(
  db: Db,
  accountId: MemberId,
  { guardian, ...columns }: BodyOf<typeof updateProfile>,
): Promise<void> {
  const changes = {
    ...columns,
    ...(guardian !== undefined && {
      guardianName: guardian?.name ?? null,
      guardianEmail: guardian?.email ?? null,
    }),
  }
  if (Object.values(changes).every((value) => value === undefined)) return
  await db.updateTable('account').set(changes).where('id', '=', accountId).execute()
}
