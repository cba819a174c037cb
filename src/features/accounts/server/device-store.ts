import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function findDevice(db: Db, accountId: MemberId, tokenHash: Buffer): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('device')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', tokenHash)
    .select('id')
    .executeTakeFirst()
}

/**
 * The browser has another token from now on, for every member it serves.
 * @returns whether that member is one of them
 */
export async function replaceDeviceToken(
  db: Db,
  { accountId, from, to }: { accountId: MemberId; from: Buffer; to: Buffer },
): Promise<boolean> {
  const served = await db
    .updateTable('device')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .returning('account_id')
    .execute()
  return served.some((device) => device.account_id === accountId)
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
