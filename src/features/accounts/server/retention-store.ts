import './tables.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** @returns how many sessions were over before that moment, and are gone: the first so many */
export async function deleteSessions(db: Db, before: Date, most: number): Promise<number> {
  const over = db
    .selectFrom('session')
    .where((session) => session(session.fn.coalesce('ended_at', 'expires_at'), '<', before))
    .orderBy((session) => session.fn.coalesce('ended_at', 'expires_at'))
  return deleteFirst(db, 'session', over, most)
}

/** @returns how many browsers nobody has logged in with since, and are gone: the first so many */
export async function deleteDevices(db: Db, before: Date, most: number): Promise<number> {
  const unused = db.selectFrom('device').where('last_used_at', '<', before).orderBy('last_used_at')
  return deleteFirst(db, 'device', unused, most)
}

/** One-time links and half-finished logins. */
export const linkTables = ['email_verification', 'password_reset', 'login_challenge'] as const

/** @returns how many of them worked no longer before that moment, and are gone: the first so many */
export async function deleteLinks(
  db: Db,
  table: (typeof linkTables)[number],
  before: Date,
  most: number,
): Promise<number> {
  const over = db
    .selectFrom(table)
    .where((link) => link(link.fn('least', ['used_at', 'expires_at']), '<', before))
    .orderBy((link) => link.fn('least', ['used_at', 'expires_at']))
  return deleteFirst(db, table, over, most)
}
