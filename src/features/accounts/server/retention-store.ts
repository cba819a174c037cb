import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** @returns how many sessions were over before that moment, and are gone */
export async function deleteSessions(db: Db, before: Date): Promise<number> {
  const deleted = await db
    .deleteFrom('session')
    .where((session) => session(session.fn.coalesce('ended_at', 'expires_at'), '<', before))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** @returns how many browsers nobody has logged in with since, and are gone */
export async function deleteDevices(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('device').where('last_used_at', '<', before).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** @returns how many one-time links and half-finished logins worked no longer before that moment, and are gone */
export async function deleteLinks(db: Db, before: Date): Promise<number> {
  let count = 0
  for (const table of ['email_verification', 'password_reset', 'login_challenge'] as const) {
    const deleted = await db
      .deleteFrom(table)
      .where((link) => link(link.fn('least', ['used_at', 'expires_at']), '<', before))
      .executeTakeFirst()
    count += Number(deleted.numDeletedRows)
  }
  return count
}
