import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type NewNotification = {
  memberId: MemberId
  /** Unique per member, so that one event notifies only once. */
  reason: string
  title: string
  text: string
  /** A path on this site. */
  path: string
}

/** @returns false if the member has already been notified */
export async function insertNotification(
  tx: Db,
  { memberId, ...content }: NewNotification,
  createdAt: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('notification')
    .values({ ...content, memberId, createdAt })
    .onConflict((conflict) => conflict.columns(['memberId', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the notification as read and hides it permanently. If it does not exist yet, creates it hidden. */
export async function retireNotification(tx: Db, { memberId, ...content }: NewNotification, now: Date): Promise<void> {
  await tx
    .insertInto('notification')
    .values({ ...content, memberId, createdAt: now, readAt: now, retiredAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'reason'])
        .doUpdateSet({ retiredAt: now, readAt: sql`coalesce(notification.read_at, ${now})` })
        .where('notification.retiredAt', 'is', null),
    )
    .execute()
}

/** The reasons that already have a notification, retired or not. */
export async function listReasons(db: Db, memberId: MemberId, reasons: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notification')
    .where('memberId', '=', memberId)
    .where('reason', '=', sql<string>`any(${reasons})`)
    .select('reason')
    .execute()
  return new Set(rows.map(({ reason }) => reason))
}

/** The reasons for which members have already been notified. */
export async function findNotified(db: Db, keys: Pick<NewNotification, 'memberId' | 'reason'>[]): Promise<Set<string>> {
  const { rows } = await sql<{ reason: string }>`
    select notification.reason
    from unnest(${keys.map(({ memberId }) => memberId)}::uuid[], ${keys.map(({ reason }) => reason)}::text[])
      as key (member_id, reason)
    join notification using (member_id, reason)
  `.execute(db)
  return new Set(rows.map(({ reason }) => reason))
}

export async function getAccountCreatedAt(db: Db, memberId: MemberId): Promise<Date> {
  const row = await db.selectFrom('account').where('id', '=', memberId).select('createdAt').executeTakeFirstOrThrow()
  return row.createdAt
}

export type StoredNotification = Awaited<ReturnType<typeof listNotificationRows>>[number]

/** Newest first. */
export async function listNotificationRows(db: Db, memberId: MemberId, page: Page) {
  const query = db
    .selectFrom('notification')
    .where('memberId', '=', memberId)
    .where('retiredAt', 'is', null)
    .select(['id', 'title', 'text', 'path', 'createdAt', 'readAt'])
  return takePage(query, ['createdAt', 'id'], 'desc', page).execute()
}

export async function countUnread(db: Db, memberId: MemberId): Promise<number> {
  const { unread } = await db
    .selectFrom('notification')
    .where('memberId', '=', memberId)
    .where('readAt', 'is', null)
    .select((select) => select.fn.countAll().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Keeps the time of the first read. @returns false if the member has no such notification */
export async function markRead(db: Db, memberId: MemberId, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('notification')
    .set((update) => ({ readAt: update.fn.coalesce('readAt', update.val(now)) }))
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markReadUntil(db: Db, memberId: MemberId, until: Date, now: Date): Promise<void> {
  const unread = selectUnread(db, memberId).where('createdAt', '<=', until)
  await db.updateTable('notification').set({ readAt: now }).where('id', 'in', unread).execute()
}

/** Locks the rows in a fixed order, because two requests that mark the same rows would otherwise deadlock. */
function selectUnread(db: Db, memberId: MemberId) {
  return db
    .selectFrom('notification')
    .where('memberId', '=', memberId)
    .where('readAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
}

export async function markReasonsRead(tx: Db, memberId: MemberId, reasons: string[], now: Date): Promise<void> {
  const unread = selectUnread(tx, memberId).where('reason', '=', sql<string>`any(${reasons})`)
  await tx.updateTable('notification').set({ readAt: now }).where('id', 'in', unread).execute()
}

/** Oldest first, for the data export. */
export async function listAllNotifications(db: Db, memberId: MemberId) {
  return db
    .selectFrom('notification')
    .where('memberId', '=', memberId)
    .where('retiredAt', 'is', null)
    .select(['title', 'text', 'createdAt', 'readAt'])
    .orderBy('createdAt')
    .execute()
}

/** Removes notifications that no longer apply. */
export async function withdrawNotifications(tx: Db, memberId: MemberId, reasons: string[]): Promise<void> {
  await tx
    .deleteFrom('notification')
    .where('memberId', '=', memberId)
    .where('reason', '=', sql<string>`any(${reasons})`)
    .execute()
}

/** Deletes the oldest notifications first. @returns the number deleted, at most `limit` */
export async function deleteExpiredNotifications(
  db: Db,
  since: 'readAt' | 'createdAt',
  before: Date,
  limit: number,
): Promise<number> {
  const old = db.selectFrom('notification').where(since, '<', before).orderBy(since)
  return deleteFirst(db, 'notification', old, limit)
}

export async function deleteNotifications(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('notification').where('memberId', '=', memberId).execute()
}
