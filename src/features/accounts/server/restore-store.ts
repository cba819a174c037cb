import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

// What concerns every account at once, after a backup was restored.

/** @returns how many went on until now */
export async function endAllSessions(db: Db, now: Date): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** No link that was sent to somebody opens anything, and no login that was half done goes on. */
export async function endAllLinks(db: Db, now: Date): Promise<void> {
  for (const table of ['password_reset', 'email_verification'] as const) {
    await db
      .updateTable(table)
      .set({ expires_at: now })
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .execute()
  }
  await db.deleteFrom('login_challenge').execute()
}

/** Browsers stay known, but each asks for the second factor again. */
export async function endAllDeviceTrust(db: Db): Promise<void> {
  await db.updateTable('device').set({ trusted_until: null }).where('trusted_until', 'is not', null).execute()
}
