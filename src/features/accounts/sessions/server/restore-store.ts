import '../../server/tables.ts'
import { sql } from 'kysely'
import { deleteFirst, updateInBatches } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'

// Changes to all accounts after a backup was restored.

/** @returns how many sessions were open */
export function revokeAllSessions(db: Db, now: Date): Promise<number> {
  return updateInBatches(db, {
    table: 'session',
    key: 'id',
    set: sql`ended_at = ${now}`,
    where: sql`ended_at is null and expires_at > ${now}`,
  })
}

/** Expires every emailed link that still works. */
export async function revokeAllLinks(db: Db, now: Date): Promise<void> {
  for (const table of ['passwordReset', 'emailVerification'] as const) {
    const where = sql`used_at is null and expires_at > ${now}`
    await updateInBatches(db, { table, key: 'tokenHash', set: sql`expires_at = ${now}`, where })
  }
}

/** Cancels unfinished logins. @returns how many, at most `most` */
export async function deleteAllChallenges(db: Db, most: number): Promise<number> {
  return deleteFirst(db, 'loginChallenge', db.selectFrom('loginChallenge'), most)
}

/** Cancels the removal of lost factors, which can be requested again. @returns how many, at most `most` */
export async function deleteAllRecoveries(db: Db, most: number): Promise<number> {
  return deleteFirst(db, 'factorRecovery', db.selectFrom('factorRecovery'), most)
}

/** Browsers stay known, but each must give the second factor again. */
export async function revokeAllTrustedDevices(db: Db): Promise<void> {
  const where = sql`trusted_until is not null`
  await updateInBatches(db, { table: 'device', key: 'id', set: sql`trusted_until = null`, where })
}
