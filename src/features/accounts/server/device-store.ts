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

/** Whether a login is the account's first ever, which it is only once: browsers are forgotten after a while. */
export async function noteLogin(db: Db, accountId: MemberId, now: Date): Promise<{ isFirst: boolean }> {
  const { last_login_at: before } = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select('last_login_at')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await db.updateTable('account').set({ last_login_at: now }).where('id', '=', accountId).execute()
  return { isFirst: before === null }
}

/** The second factor is asked for again: where the session is used, everywhere else, or everywhere. */
export async function endTrust(
  db: Db,
  accountId: MemberId,
  where: { ofSession: string } | { exceptOfSession: string } | 'everywhere',
): Promise<void> {
  const trusted = db
    .updateTable('device')
    .set({ trusted_until: null })
    .where('account_id', '=', accountId)
    .where('trusted_until', 'is not', null)
  if (where === 'everywhere') return void (await trusted.execute())
  const [operator, sessionId] =
    'ofSession' in where ? (['in', where.ofSession] as const) : (['not in', where.exceptOfSession] as const)
  await trusted
    .where('id', operator, (of) =>
      // A null among them would make "not in" true of nothing.
      of.selectFrom('session').where('id', '=', sessionId).where('device_id', 'is not', null).select('device_id'),
    )
    .execute()
}

/** Browsers are not known any more, but for the one of a session where it is named. */
export async function deleteDevices(
  db: Db,
  accountId: MemberId,
  { exceptOfSession }: { exceptOfSession: string | undefined },
): Promise<void> {
  const devices = db.deleteFrom('device').where('account_id', '=', accountId)
  if (!exceptOfSession) return void (await devices.execute())
  await devices
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('session')
        .where('id', '=', exceptOfSession)
        // A null among them would make "not in" true of nothing.
        .where('device_id', 'is not', null)
        .select('device_id'),
    )
    .execute()
}

/** The second factor is not asked for on this device until then. */
export async function trustDevice(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('device').set({ trusted_until: until }).where('id', '=', id).execute()
}
