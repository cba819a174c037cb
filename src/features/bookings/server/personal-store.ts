import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// One member's data, for export and account erasure.

export async function listAllBookings(db: Db, memberId: MemberId) {
  return db
    .selectFrom('booking')
    .leftJoin('consultant', 'consultant.id', 'booking.consultantId')
    .where('booking.memberId', '=', memberId)
    .select(['booking.id', 'booking.title', 'booking.minutes', 'booking.startsAt', 'booking.state', 'booking.place'])
    .select(['booking.phone', 'booking.notes', 'booking.sequence', 'booking.createdAt', 'booking.cancelledAt'])
    .select(['booking.cancelledBy', 'booking.isForfeited', 'consultant.displayName'])
    .orderBy('booking.startsAt')
    .execute()
}

/** Lists booked sessions that have not started. */
export async function listUpcomingBookings(tx: Db, memberId: MemberId, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('booking')
    .where('memberId', '=', memberId)
    .where('state', '=', 'booked')
    .where('startsAt', '>', now)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The booking itself is kept as a business record. Only what the member wrote is erased. */
export async function eraseNotesAndPhone(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({ notes: null, phone: where.case().when('place', '=', 'phone').then('').else(null).end() }))
    .where('memberId', '=', memberId)
    .execute()
}
