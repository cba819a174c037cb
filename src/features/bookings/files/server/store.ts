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

export async function insertBookingFile(tx: Db, file: BookingFileRow & { bookingId: string }): Promise<void> {
  await tx.insertInto('bookingFile').values(file).execute()
}

/** Lists the files that the member has uploaded since the given time for all their sessions, oldest first. */
export async function listMemberFiles(db: Db, memberId: MemberId, since = new Date(0)) {
  return db
    .selectFrom('bookingFile')
    .innerJoin('booking', 'booking.id', 'bookingFile.bookingId')
    .where('booking.memberId', '=', memberId)
    .where('bookingFile.addedAt', '>', since)
    .select(['booking.id as bookingId', 'booking.title', 'booking.startsAt'])
    .select(['bookingFile.fileId', 'bookingFile.addedAt'])
    .orderBy('bookingFile.addedAt')
    .orderBy('bookingFile.number')
    .execute()
}

/**
 * Locks up to `most` files from packages that ended before the given time. Skips files locked by other transactions.
 */
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

/** Removes the files from their sessions. */
export async function detachFiles(tx: Db, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('bookingFile').where('fileId', '=', sql<string>`any(${fileIds})`).execute()
}
