import '../../server/tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type BookingFileRow = { number: number; fileId: string; addedAt: Date }

/** Lists files, oldest first. */
export async function listFileRows(db: Db, bookingId: string): Promise<BookingFileRow[]> {
  return db
    .selectFrom('bookingFile')
    .where('bookingId', '=', bookingId)
    .select(['number', 'fileId', 'addedAt'])
    .orderBy('addedAt')
    .orderBy('number')
    .execute()
}

export async function insertBookingFile(
  tx: Db,
  { bookingId, number, fileId, addedAt }: BookingFileRow & { bookingId: string },
): Promise<void> {
  await tx.insertInto('bookingFile').values({ bookingId, number, fileId, addedAt }).execute()
}

/** Lists all files that the member uploaded, for all their sessions. */
export async function listMemberFiles(db: Db, memberId: MemberId) {
  return db
    .selectFrom('bookingFile')
    .innerJoin('booking', 'booking.id', 'bookingFile.bookingId')
    .where('booking.memberId', '=', memberId)
    .select(['booking.id as bookingId', 'booking.title', 'booking.startsAt'])
    .select(['bookingFile.fileId', 'bookingFile.addedAt'])
    .orderBy('bookingFile.addedAt')
    .orderBy('bookingFile.number')
    .execute()
}

/** Lists the files that the member uploaded after a moment. */
export async function listFileIdsSince(db: Db, memberId: MemberId, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('bookingFile')
    .innerJoin('booking', 'booking.id', 'bookingFile.bookingId')
    .where('booking.memberId', '=', memberId)
    .where('bookingFile.addedAt', '>', since)
    .select('bookingFile.fileId')
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** Locks up to `most` files of packages that ended before a moment. Files locked by other transactions are skipped. */
export async function lockOldFiles(
  tx: Db,
  { packageIds, before, most: limit }: { packageIds: string[]; before: Date; most: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookingFile')
    .innerJoin('booking', 'booking.id', 'bookingFile.bookingId')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlementId')
    .where('entitlement.id', '=', sql<string>`any(${packageIds})`)
    .where('entitlement.endsAt', '<', before)
    .select('bookingFile.fileId')
    .limit(limit)
    .forUpdate('bookingFile')
    .skipLocked()
    .execute()
  return rows.map(({ fileId }) => fileId)
}

/** Removes the references from sessions. */
export async function detachFiles(tx: Db, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('bookingFile').where('fileId', '=', sql<string>`any(${fileIds})`).execute()
}
