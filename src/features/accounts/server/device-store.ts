import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type Device = { id: string; trustedUntil: Date | null }

export async function findDevice(db: Db, accountId: MemberId, tokenHash: Buffer): Promise<Device | undefined> {
  const row = await db
    .selectFrom('device')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .select(['id', 'trusted_until'])
    .executeTakeFirst()
  return row && { id: row.id, trustedUntil: row.trusted_until }
}

export async function hasDevice(db: Db, accountId: MemberId): Promise<boolean> {
  const row = await db.selectFrom('device').where('account_id', '=', accountId).select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The browser has another token from now on, for every member it serves. */
export async function replaceDeviceToken(db: Db, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  await db.updateTable('device').set({ token_hash: to }).where('token_hash', '=', from).execute()
}

/** @returns the device's id; one that is known stays the same row */
export async function saveDevice(
  db: Db,
  device: { accountId: MemberId; tokenHash: Buffer; userAgent: string; now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('device')
    .values({
      account_id: device.accountId,
      token_hash: device.tokenHash,
      user_agent: device.userAgent,
      created_at: device.now,
      last_used_at: device.now,
      trusted_until: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['token_hash', 'account_id'])
        .doUpdateSet({ user_agent: device.userAgent, last_used_at: device.now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The second factor is not asked for on this device until then. */
export async function trustDevice(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('device').set({ trusted_until: until }).where('id', '=', id).execute()
}

/** What a device was trusted for is another factor by now, or none. */
export async function endDeviceTrust(db: Db, accountId: MemberId): Promise<void> {
  await db.updateTable('device').set({ trusted_until: null }).where('account_id', '=', accountId).execute()
}
