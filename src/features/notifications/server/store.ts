import './tables.ts'
import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type NewNotification = {
  memberId: MemberId
  /** What it is about, once for each member: what is told a second time is not there twice. */
  reason: string
  title: string
  text: string
  /** Where it leads: a path of this site. */
  path: string
}

/** @returns false where it was told already */
export async function insertNotification(
  tx: Db,
  { memberId, ...told }: NewNotification,
  createdAt: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('notification')
    .values({ ...told, member_id: memberId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['member_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasNotification(db: Db, memberId: MemberId, reason: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification')
    .where('member_id', '=', memberId)
    .where('reason', '=', reason)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the reasons that their members were told already. */
export async function findTold(db: Db, asked: Pick<NewNotification, 'memberId' | 'reason'>[]): Promise<Set<string>> {
  const { rows } = await sql<{ reason: string }>`
    select notification.reason
    from unnest(${asked.map(({ memberId }) => memberId)}::uuid[], ${asked.map(({ reason }) => reason)}::text[])
      as asked (member_id, reason)
    join notification using (member_id, reason)
  `.execute(db)
  return new Set(rows.map(({ reason }) => reason))
}

/** When an account was opened. */
export async function readOpeningTime(db: Db, memberId: MemberId): Promise<Date> {
  const row = await db.selectFrom('account').where('id', '=', memberId).select('created_at').executeTakeFirstOrThrow()
  return row.created_at
}

export type StoredNotification = Awaited<ReturnType<typeof listNotificationsOf>>[number]

/** Newest first, from just after a place in that order. */
export async function listNotificationsOf(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit: number; after: Place | undefined },
) {
  let query = db
    .selectFrom('notification')
    .where('member_id', '=', memberId)
    .select(['id', 'title', 'text', 'path', 'created_at', 'read_at'])
  if (after) {
    query = query.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(after.at, after.id)))
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countUnread(db: Db, memberId: MemberId): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .select((select) => select.fn.countAll().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** The moment stays that of the first reading. @returns false where the member has no such notification */
export async function markRead(db: Db, memberId: MemberId, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notification')
    .set((update) => ({ read_at: update.fn.coalesce('read_at', update.val(now)) }))
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markReadUntil(db: Db, memberId: MemberId, until: Date, now: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', until)
    .execute()
}

export async function markReasonsRead(tx: Db, memberId: MemberId, reasons: string[], now: Date): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('reason', '=', sql<string>`any(${reasons})`)
    .where('read_at', 'is', null)
    .execute()
}

/** All that a member was told, oldest first. */
export async function listAllNotifications(db: Db, memberId: MemberId) {
  return db
    .selectFrom('notification')
    .where('member_id', '=', memberId)
    .select(['title', 'text', 'created_at', 'read_at'])
    .orderBy('created_at')
    .execute()
}

/** Whether read or not. */
export async function deleteTold(tx: Db, memberId: MemberId, reasons: string[]): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('member_id', '=', memberId)
    .where('reason', '=', sql<string>`any(${reasons})`)
    .execute()
}

/** What was read, or told, before a moment. @returns how many there were: the first so many */
export async function deleteOld(db: Db, since: 'read_at' | 'created_at', before: Date, most: number): Promise<number> {
  const old = db.selectFrom('notification').where(since, '<', before).orderBy(since)
  return deleteFirst(db, 'notification', old, most)
}

export async function deleteNotifications(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('notification').where('member_id', '=', memberId).execute()
}
