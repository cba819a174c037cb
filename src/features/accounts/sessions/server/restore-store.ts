import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { deleteFirst, openBatches, updateInBatches, withoutTimeLimit } from '#platform/server/db/batches.ts'

/**
 * After a restore, sessions ended since the backup would be open again and used links would work. Revoked devices would
 * be trusted again, and cancelled removals of factors would go ahead. So everyone must log in again, with their
 * password and second factor. Runs in batches while no one else is using the site, and can be repeated after an
 * interruption.
 * @returns how many sessions ended
 */
export async function revokeAllLogins({ db, now }: Context): Promise<number> {
  const moment = now()
  const isUsable = sql`used_at is null and expires_at > ${moment}`
  for (const table of ['passwordReset', 'emailVerification'] as const) {
    await updateInBatches(db, { table, key: 'tokenHash', set: sql`expires_at = ${moment}`, where: isUsable })
  }
  // Unfinished logins, and removals of lost factors, which can be requested again.
  for (const table of ['loginChallenge', 'factorRecovery'] as const) {
    await openBatches(withoutTimeLimit)((most) => deleteFirst(db, table, db.selectFrom(table), most))
  }
  // Browsers stay known, but the second factor is required again on each of them.
  const isTrusted = sql`trusted_until is not null`
  await updateInBatches(db, { table: 'device', key: 'id', set: sql`trusted_until = null`, where: isTrusted })
  return updateInBatches(db, {
    table: 'session',
    key: 'id',
    set: sql`ended_at = ${moment}`,
    where: sql`ended_at is null and expires_at > ${moment}`,
  })
}
