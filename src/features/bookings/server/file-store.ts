import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type BookingFileRow = { number: number; fileId: string; addedAt: Date }

/** Oldest first. */
export async function listFilesOf(db: Db, bookingId: string): Promise<BookingFileRow[]> {
  return db
    .selectFrom('booking_file')
    .where('booking_id', '=', bookingId)
    .select(['number', 'file_id as fileId', 'added_at as addedAt'])
    .orderBy('added_at')
    .orderBy('number')
    .execute()
}

export async function insertBookingFile(
  tx: Db,
  { bookingId, number, fileId, addedAt }: BookingFileRow & { bookingId: string },
): Promise<void> {
  await tx
    .insertInto('booking_file')
    .values({ booking_id: bookingId, number, file_id: fileId, added_at: addedAt })
    .execute()
}

/** All that somebody gave to consultants, of all their sessions. */
export async function listFilesFrom(db: Db, memberId: MemberId) {
  return db
    .selectFrom('booking_file')
    .innerJoin('booking', 'booking.id', 'booking_file.booking_id')
    .where('booking.member_id', '=', memberId)
    .select(['booking.id as bookingId', 'booking.title', 'booking.starts_at as startsAt'])
    .select(['booking_file.file_id as fileId', 'booking_file.added_at as addedAt'])
    .orderBy('booking_file.added_at')
    .orderBy('booking_file.number')
    .execute()
}

/** What somebody gave to consultants since a moment. */
export async function listFileIdsSince(db: Db, memberId: MemberId, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('booking_file')
    .innerJoin('booking', 'booking.id', 'booking_file.booking_id')
    .where('booking.member_id', '=', memberId)
    .where('booking_file.added_at', '>', since)
    .select('booking_file.file_id as fileId')
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** Of packages that ended before a moment, a few at a time. Those that somebody is at come another time. */
export async function lockOldFiles(
  tx: Db,
  { packageIds, before, most }: { packageIds: string[]; before: Date; most: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('booking_file')
    .innerJoin('booking', 'booking.id', 'booking_file.booking_id')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlement_id')
    .where('entitlement.id', '=', sql<string>`any(${packageIds})`)
    .where('entitlement.ends_at', '<', before)
    .select('booking_file.file_id as fileId')
    .limit(most)
    .forUpdate('booking_file')
    .skipLocked()
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** Sessions do not refer to them any more. */
export async function detachFiles(tx: Db, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('booking_file').where('file_id', '=', sql<string>`any(${fileIds})`).execute()
}
