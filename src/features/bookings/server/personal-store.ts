import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// All that stands here about one person, for the file they may ask for and for the day on which they leave.

export async function listAllBookings(db: Db, memberId: MemberId) {
  return db
    .selectFrom('booking')
    .leftJoin('consultant', 'consultant.id', 'booking.consultant_id')
    .where('booking.member_id', '=', memberId)
    .select(['booking.id', 'booking.title', 'booking.minutes', 'booking.starts_at', 'booking.state', 'booking.place'])
    .select(['booking.phone', 'booking.notes', 'booking.sequence', 'booking.created_at', 'booking.cancelled_at'])
    .select(['booking.cancelled_by', 'booking.is_forfeited', 'consultant.display_name'])
    .orderBy('booking.starts_at')
    .execute()
}

/** Sessions that they have booked and that have not begun. */
export async function listComingBookings(tx: Db, memberId: MemberId, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('state', '=', 'booked')
    .where('starts_at', '>', now)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Which sessions were held belongs to the books; what the member wrote for them does not. */
export async function eraseWords(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({ notes: null, phone: where.case().when('place', '=', 'phone').then('').else(null).end() }))
    .where('member_id', '=', memberId)
    .execute()
}
