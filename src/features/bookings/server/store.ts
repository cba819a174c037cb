import './tables.ts'
import { type NotNull, sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { OpenBooking } from '../booking/rules.ts'
import type { BookingState, CancelledBy } from '../contract.ts'

/** Columns shared by the views for members, consultants and administrators. */
export function selectBookings(db: Db) {
  return (
    db
      .selectFrom('booking')
      .innerJoin('entitlement', 'entitlement.id', 'booking.entitlementId')
      .innerJoin('packageVersion', versionOf('entitlement'))
      .select(['booking.id', 'booking.memberId', 'booking.entitlementId', 'booking.lineKey', 'booking.title'])
      .select(['booking.minutes', 'booking.startsAt', 'booking.endsAt', 'booking.place', 'booking.phone'])
      .select(['booking.notes', 'booking.returnedAt', 'packageVersion.title as packageTitle'])
      // Staff returned the session after it had counted as used.
      .select(sql<boolean>`booking.returned_at is not null`.as('isReturned'))
      .$narrowType<{ memberId: MemberId }>()
  )
}

/**
 * Base query for the confirmed sessions that members see. The calendar feed and the reminders have their own queries.
 */
function selectMemberBookings(db: Db) {
  return (
    selectBookings(db)
      .innerJoin('package', 'package.id', 'booking.packageId')
      .leftJoin('consultant', 'consultant.id', 'booking.consultantId')
      .leftJoin('availability', 'availability.consultantId', 'booking.consultantId')
      .where('booking.state', '!=', 'reserved')
      .select(['booking.packageId', 'booking.consultantId', 'booking.sequence', 'booking.bookedAt', 'booking.state'])
      .select(['booking.cancelledBy', 'booking.isForfeited', 'consultant.displayName as consultantName'])
      .select(['availability.meetingUrl', 'package.serviceType'])
      .select(
        sql<string | null>`case when consultant.published_at is not null then consultant.picture_hash end`.as(
          'pictureHash',
        ),
      )
      // Guaranteed by the table's constraints.
      .$narrowType<{ state: Exclude<BookingState, 'reserved'>; place: NotNull; bookedAt: NotNull }>()
  )
}

/** A confirmed session, not just a reservation. Its `consultantId` is null if the consultant's profile was deleted. */
export type StoredBooking = Awaited<ReturnType<ReturnType<typeof selectMemberBookings>['executeTakeFirstOrThrow']>>

export async function findMemberBooking(db: Db, memberId: MemberId, id: string): Promise<StoredBooking | undefined> {
  return selectMemberBookings(db)
    .where('booking.memberId', '=', memberId)
    .where('booking.id', '=', id)
    .executeTakeFirst()
}

/** For staff. Does not check which member the booking belongs to. */
export async function findBooking(db: Db, id: string): Promise<StoredBooking | undefined> {
  return selectMemberBookings(db).where('booking.id', '=', id).executeTakeFirst()
}

/** Locks the booking until the transaction ends. Lock its package first. */
export async function lockBooking(tx: Db, id: string): Promise<StoredBooking> {
  return selectMemberBookings(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirstOrThrow()
}

/** Lists upcoming bookings soonest first, or past and cancelled ones newest first. */
export async function listMemberBookings(
  db: Db,
  memberId: MemberId,
  { when, now, ...page }: Page & { when: 'upcoming' | 'past'; now: Date },
): Promise<StoredBooking[]> {
  const isUpcoming = when === 'upcoming'
  let query = selectMemberBookings(db).where('booking.memberId', '=', memberId)
  query = isUpcoming
    ? query.where('booking.state', '=', 'booked').where('booking.endsAt', '>', now)
    : query.where((where) => where.or([where('booking.state', '!=', 'booked'), where('booking.endsAt', '<=', now)]))
  query = takePage(query, ['booking.startsAt', 'booking.id'], isUpcoming ? 'asc' : 'desc', page)
  return preparedRows(db, query)
}

/** Lists bookings that are not over, because they limit what else the member can book. */
export async function listOpenBookings(db: Db, memberId: MemberId, now: Date): Promise<OpenBooking[]> {
  const query = db
    .selectFrom('booking')
    .where('memberId', '=', memberId)
    .where('state', '=', 'booked')
    .where('endsAt', '>', now)
    .select(['id', 'entitlementId', 'packageId', 'lineKey', 'title', 'startsAt', 'endsAt'])
  return preparedRows(db, query)
}

export async function saveCancellation(
  tx: Db,
  id: string,
  { at, by, isForfeited }: { at: Date; by: CancelledBy; isForfeited: boolean },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({
      state: 'cancelled',
      cancelledAt: at,
      cancelledBy: by,
      isForfeited,
      sequence: where('sequence', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Counts sessions by state. A past session whose attendance has not been marked counts as completed. */
export async function countMemberSessions(
  db: Db,
  memberId: MemberId,
  now: Date,
): Promise<{ booked: number; upcoming: number; completed: number }> {
  const query = db
    .selectFrom('booking')
    .where('memberId', '=', memberId)
    .where('state', '!=', 'reserved')
    .select([
      sql<number>`count(*)::int`.as('booked'),
      sql<number>`count(*) filter (where state = 'booked' and ends_at > ${now})::int`.as('upcoming'),
      sql<number>`count(*) filter (where state = 'held' or state = 'booked' and ends_at <= ${now})::int`.as(
        'completed',
      ),
    ])
  const [counts] = await preparedRows(db, query)
  return counts ?? { booked: 0, upcoming: 0, completed: 0 }
}

// For export and account erasure.

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

/** The booking itself is kept as a business record. Only the notes and the phone number are erased. */
export async function eraseNotesAndPhone(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('booking')
    .set((where) => ({ notes: null, phone: where.case().when('place', '=', 'phone').then('').else(null).end() }))
    .where('memberId', '=', memberId)
    .execute()
}
