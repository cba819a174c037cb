import '../../server/tables.ts'
import type { NotNull } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function findDevice(db: Db, accountId: MemberId, tokenHash: Buffer): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('device')
    .where('accountId', '=', accountId)
    .where('tokenHash', '=', tokenHash)
    .select('id')
    .executeTakeFirst()
}

/**
 * Replaces the browser's token for every member who uses the browser.
 * @returns whether the given member is one of them
 */
export async function replaceDeviceToken(
  db: Db,
  { accountId, from, to }: { accountId: MemberId; from: Buffer; to: Buffer },
): Promise<boolean> {
  const devices = await db
    .updateTable('device')
    .set({ tokenHash: to })
    .where('tokenHash', '=', from)
    .returning('accountId')
    .execute()
  return devices.some((device) => device.accountId === accountId)
}

/**
 * Ensures that the second factor is required again on the session's device, on all other devices, or on all devices.
 */
export async function revokeTrustedDevices(
  db: Db,
  accountId: MemberId,
  where: { ofSession: string } | { exceptOfSession: string } | 'everywhere',
): Promise<void> {
  const trusted = db
    .updateTable('device')
    .set({ trustedUntil: null })
    .where('accountId', '=', accountId)
    .where('trustedUntil', 'is not', null)
  if (where === 'everywhere') return void (await trusted.execute())
  if ('ofSession' in where) await trusted.where('id', 'in', deviceOf(db, where.ofSession)).execute()
  else await trusted.where('id', 'not in', deviceOf(db, where.exceptOfSession)).execute()
}

/** Omits sessions without a device, because a null in the list would make "not in" match nothing. */
function deviceOf(db: Db, sessionId: string) {
  return db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('deviceId', 'is not', null)
    .select('deviceId')
    .$narrowType<{ deviceId: NotNull }>()
}

/** Deletes all known browsers except the given session's. */
export async function deleteDevices(
  db: Db,
  accountId: MemberId,
  { exceptOfSession }: { exceptOfSession: string | undefined },
): Promise<void> {
  const devices = db.deleteFrom('device').where('accountId', '=', accountId)
  await (exceptOfSession ? devices.where('id', 'not in', deviceOf(db, exceptOfSession)) : devices).execute()
}

/** Skips the second factor on this device until the given time. */
export async function trustDevice(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('device').set({ trustedUntil: until }).where('id', '=', id).execute()
}
