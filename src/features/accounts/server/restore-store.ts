import './tables.ts'
import { sql } from 'kysely'
import { changeThroughout, deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'

// What concerns every account at once, after a backup was restored.

/** @returns how many went on until now */
export function endAllSessions(db: Db, now: Date): Promise<number> {
  return changeThroughout(db, {
    table: 'session',
    key: 'id',
    set: sql`ended_at = ${now}`,
    where: sql`ended_at is null and expires_at > ${now}`,
  })
}

/** No link that was sent to somebody opens anything. */
export async function endAllLinks(db: Db, now: Date): Promise<void> {
  for (const table of ['password_reset', 'email_verification'] as const) {
    const where = sql`used_at is null and expires_at > ${now}`
    await changeThroughout(db, { table, key: 'token_hash', set: sql`expires_at = ${now}`, where })
  }
}

/** No login that was half done goes on. @returns how many: the first so many */
export async function deleteChallenges(db: Db, most: number): Promise<number> {
  return deleteFirst(db, 'login_challenge', db.selectFrom('login_challenge'), most)
}

/** Browsers stay known, but each asks for the second factor again. */
export async function endAllDeviceTrust(db: Db): Promise<void> {
  const where = sql`trusted_until is not null`
  await changeThroughout(db, { table: 'device', key: 'id', set: sql`trusted_until = null`, where })
}
