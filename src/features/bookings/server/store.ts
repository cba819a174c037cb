import './tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { OpenBooking } from '../booking/rules.ts'
import type { BookingState, CancelledBy, Place } from '../contract.ts'

/** A confirmed session, not a mere reservation. */
export type StoredBooking = ReturnType<typeof toBookingFields> & {
  packageId: string
  state: Exclude<BookingState, 'reserved'>
  /** Null if the consultant's profile was deleted. */
  consultantId: string | null
  consultantName: string | null
  /** Null unless the consultant is published. */
  pictureHash: string | null
  /** Link to the consultant's online meeting room. */
  meetingUrl: string | null
  place: Place
  /** RFC 5545 version number of the calendar entry. */
  sequence: number
  bookedAt: Date
  cancelledBy: CancelledBy | null
  isForfeited: boolean
}

/** Columns shared by the views of members, consultants and administrators. */
export function selectBookings(db: Db) {
  return db
    .selectFrom('booking')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlementId')
    .innerJoin('packageVersion', versionOf('entitlement'))
    .select(['booking.id', 'booking.memberId', 'booking.entitlementId', 'booking.lineKey', 'booking.title'])
    .select(['booking.minutes', 'booking.startsAt', 'booking.endsAt', 'booking.place', 'booking.phone'])
    .select(['booking.notes', 'booking.returnedAt', 'packageVersion.title as packageTitle'])
}

export function toBookingFields(
  row: Awaited<ReturnType<ReturnType<typeof selectBookings>['executeTakeFirstOrThrow']>>,
) {
  return {
    id: row.id,
    memberId: row.memberId as MemberId,
    entitlementId: row.entitlementId,
    lineKey: row.lineKey,
    packageTitle: row.packageTitle,
    title: row.title,
    minutes: row.minutes,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    phone: row.phone,
    notes: row.notes,
    /** Staff returned the session after it had counted as used. */
    isReturned: row.returnedAt !== null,
  }
}

/** Base query for everything a member sees of bookings. Feed and reminders have their own. */
function selectMemberBookings(db: Db) {
  return selectBookings(db)
    .leftJoin('consultant', 'consultant.id', 'booking.consultantId')
    .leftJoin('availability', 'availability.consultantId', 'booking.consultantId')
    .where('booking.state', '!=', 'reserved')
    .select(['booking.packageId', 'booking.consultantId', 'booking.sequence', 'booking.bookedAt'])
    .select(['booking.cancelledBy', 'booking.isForfeited', 'consultant.displayName', 'availability.meetingUrl'])
    .select(sql<StoredBooking['state']>`booking.state`.as('state'))
    .select(
      sql<string | null>`case when consultant.published_at is not null then consultant.picture_hash end`.as(
        'pictureHash',
      ),
    )
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof selectMemberBookings>['executeTakeFirstOrThrow']>>

export async function findMemberBooking(db: Db, memberId: MemberId, id: string): Promise<StoredBooking | undefined> {
  const row = await selectMemberBookings(db)
    .where('booking.memberId', '=', memberId)
    .where('booking.id', '=', id)
    .executeTakeFirst()
  return row && toBooking(row)
}

/** For staff, without a check of the member. */
export async function findBooking(db: Db, id: string): Promise<StoredBooking | undefined> {
  const row = await selectMemberBookings(db).where('booking.id', '=', id).executeTakeFirst()
  return row && toBooking(row)
}

/** Locks the booking until the transaction ends. Lock its package first. */
export async function lockBooking(tx: Db, id: string): Promise<StoredBooking> {
  return toBooking(
    await selectMemberBookings(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirstOrThrow(),
  )
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
  return (await preparedRows(db, query)).map(toBooking)
}

/** Lists bookings that are not over, because they restrict what else the member can book. */
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

function toBooking(row: BookingRow): StoredBooking {
  if (!row.place || !row.bookedAt) throw new Error(`The booking ${row.id} was never confirmed`)
  return {
    ...toBookingFields(row),
    packageId: row.packageId,
    state: row.state,
    consultantId: row.consultantId,
    consultantName: row.displayName,
    pictureHash: row.pictureHash,
    meetingUrl: row.meetingUrl,
    place: row.place,
    sequence: row.sequence,
    bookedAt: row.bookedAt,
    cancelledBy: row.cancelledBy,
    isForfeited: row.isForfeited,
  }
}

/** Counts sessions by state. A past session without a mark counts as completed. */
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
