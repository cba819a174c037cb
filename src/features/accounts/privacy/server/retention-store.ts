import '../../server/tables.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** @returns how many sessions that ended before that moment were deleted, at most `most` */
export async function deleteExpiredSessions(db: Db, before: Date, most: number): Promise<number> {
  const expired = db
    .selectFrom('session')
    .where((session) => session(session.fn.coalesce('endedAt', 'expiresAt'), '<', before))
    .orderBy((session) => session.fn.coalesce('endedAt', 'expiresAt'))
  return deleteFirst(db, 'session', expired, most)
}

/** @returns how many devices without a login since that moment were deleted, at most `most` */
export async function deleteUnusedDevices(db: Db, before: Date, most: number): Promise<number> {
  const unused = db.selectFrom('device').where('lastUsedAt', '<', before).orderBy('lastUsedAt')
  return deleteFirst(db, 'device', unused, most)
}

/** One-time links and unfinished logins. */
export const linkTables = ['emailVerification', 'passwordReset', 'loginChallenge'] as const

/** @returns how many rows that were used or expired before that moment were deleted, at most `most` */
export async function deleteExpiredLinks(
  db: Db,
  table: (typeof linkTables)[number],
  before: Date,
  most: number,
): Promise<number> {
  const expired = db
    .selectFrom(table)
    .where((link) => link(link.fn('least', ['usedAt', 'expiresAt']), '<', before))
    .orderBy((link) => link.fn('least', ['usedAt', 'expiresAt']))
  return deleteFirst(db, table, expired, most)
}
