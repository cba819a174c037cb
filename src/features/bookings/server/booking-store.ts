import './tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BookingState, CancelledBy, Place } from '../contract.ts'
import type { OpenBooking } from '../rules/bookable.ts'

/** A session at a time: confirmed, and not only kept for a few minutes. */
export type StoredBooking = {
  id: string
  memberId: MemberId
  entitlementId: string
  packageId: string
  packageTitle: string
  lineKey: string
  title: string
  minutes: number
  startsAt: Date
  endsAt: Date
  state: Exclude<BookingState, 'reserved'>
  /** null: their entry is gone. */
  consultantId: string | null
  consultantName: string | null
  /** Of somebody whom the public page shows. */
  pictureHash: string | null
  /** Where their consultant meets members who come online. */
  meetingUrl: string | null
  place: Place
  phone: string | null
  notes: string | null
  /** RFC 5545: which version of it a calendar has. */
  sequence: number
  bookedAt: Date
  cancelledBy: CancelledBy | null
  isForfeited: boolean
  /** Staff gave it back after it had counted as used. */
  isReturned: boolean
}

/** The one question behind every booking that its member is shown; agenda, feed and reminders have their own. */
function bookings(db: Db) {
  return db
    .selectFrom('booking')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlement_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .leftJoin('consultant', 'consultant.id', 'booking.consultant_id')
    .leftJoin('availability', 'availability.consultant_id', 'booking.consultant_id')
    .where('booking.state', '!=', 'reserved')
    .select(['booking.id', 'booking.member_id', 'booking.entitlement_id', 'booking.package_id', 'booking.line_key'])
    .select(['booking.title', 'booking.minutes', 'booking.starts_at', 'booking.ends_at', 'booking.consultant_id'])
    .select(['booking.place', 'booking.phone', 'booking.notes', 'booking.sequence', 'booking.booked_at'])
    .select([
      'booking.cancelled_by',
      'booking.is_forfeited',
      'booking.returned_at',
      'package_version.title as package_title',
    ])
    .select(['consultant.display_name', 'availability.meeting_url'])
    .select(sql<StoredBooking['state']>`booking.state`.as('state'))
    .select(
      sql<string | null>`case when consultant.published_at is not null then consultant.picture_hash end`.as(
        'picture_hash',
      ),
    )
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookings>['executeTakeFirstOrThrow']>>

export async function findBookingOf(db: Db, memberId: MemberId, id: string): Promise<StoredBooking | undefined> {
  const row = await bookings(db)
    .where('booking.member_id', '=', memberId)
    .where('booking.id', '=', id)
    .executeTakeFirst()
  return row && toBooking(row)
}

/** Whoever it belongs to: for staff. */
export async function findBooking(db: Db, id: string): Promise<StoredBooking | undefined> {
  const row = await bookings(db).where('booking.id', '=', id).executeTakeFirst()
  return row && toBooking(row)
}

/** Held until the transaction ends: it is changed by one at a time. After the lock of its package. */
export async function lockBooking(tx: Db, id: string): Promise<StoredBooking> {
  return toBooking(await bookings(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirstOrThrow())
}

/** Upcoming ones soonest first; past and cancelled ones newest first. From just after a place in that order. */
export async function listBookingsOf(
  db: Db,
  memberId: MemberId,
  {
    when,
    now,
    limit,
    after,
  }: { when: 'upcoming' | 'past'; now: Date; limit: number; after: { at: Date; id: string } | undefined },
): Promise<StoredBooking[]> {
  const isUpcoming = when === 'upcoming'
  let query = bookings(db).where('booking.member_id', '=', memberId)
  query = isUpcoming
    ? query.where('booking.state', '=', 'booked').where('booking.ends_at', '>', now)
    : query.where((where) => where.or([where('booking.state', '!=', 'booked'), where('booking.ends_at', '<=', now)]))
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('booking.starts_at', 'booking.id'), isUpcoming ? '>' : '<', where.tuple(after.at, after.id)),
    )
  }
  const direction = isUpcoming ? 'asc' : 'desc'
  query = query.orderBy('booking.starts_at', direction).orderBy('booking.id', direction).limit(limit)
  return (await preparedRows(db, query)).map(toBooking)
}

/** What the member has booked and is not over: the others count for what can be booked. */
export async function listOpenBookings(db: Db, memberId: MemberId, now: Date): Promise<OpenBooking[]> {
  const question = db
    .selectFrom('booking')
    .where('member_id', '=', memberId)
    .where('state', '=', 'booked')
    .where('ends_at', '>', now)
    .select(['id', 'entitlement_id', 'package_id', 'line_key', 'title', 'starts_at', 'ends_at'])
  return (await preparedRows(db, question)).map((row) => ({
    id: row.id,
    entitlementId: row.entitlement_id,
    packageId: row.package_id,
    lineKey: row.line_key,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }))
}

/** A package of the member that grants such a session, although it may not be used any more. */
export async function hadSession(
  db: Db,
  memberId: MemberId,
  { entitlementId, lineKey }: { entitlementId: string; lineKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('entitlement')
    .innerJoin('package_line', (join) =>
      join
        .onRef('package_line.package_id', '=', 'entitlement.package_id')
        .onRef('package_line.version', '=', 'entitlement.package_version'),
    )
    .where('entitlement.id', '=', entitlementId)
    .where('entitlement.member_id', '=', memberId)
    .where('package_line.kind', '=', 'session')
    .where('package_line.key', '=', lineKey)
    .select('entitlement.id')
    .executeTakeFirst()
  return row !== undefined
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
      cancelled_at: at,
      cancelled_by: by,
      is_forfeited: isForfeited,
      sequence: where('sequence', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** It counts as used no more. */
export async function saveReturn(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('booking').set({ returned_at: at, is_forfeited: false }).where('id', '=', id).execute()
}

/** A session without limit that is over and of which nobody said otherwise was held: the next one may be booked. */
export async function saveHeldByNow(
  tx: Db,
  { memberId, packageId, lineKey, now }: { memberId: MemberId; packageId: string; lineKey: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('booking')
    .set({ state: 'held' })
    .where('member_id', '=', memberId)
    .where('package_id', '=', packageId)
    .where('line_key', '=', lineKey)
    .where('state', '=', 'booked')
    .where('is_unlimited', '=', true)
    .where('ends_at', '<=', now)
    .execute()
}

function toBooking(row: BookingRow): StoredBooking {
  if (!row.place || !row.booked_at) throw new Error(`The booking ${row.id} was never confirmed`)
  return {
    id: row.id,
    memberId: row.member_id as MemberId,
    entitlementId: row.entitlement_id,
    packageId: row.package_id,
    packageTitle: row.package_title,
    lineKey: row.line_key,
    title: row.title,
    minutes: row.minutes,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    consultantId: row.consultant_id,
    consultantName: row.display_name,
    pictureHash: row.picture_hash,
    meetingUrl: row.meeting_url,
    place: row.place,
    phone: row.phone,
    notes: row.notes,
    sequence: row.sequence,
    bookedAt: row.booked_at,
    cancelledBy: row.cancelled_by,
    isForfeited: row.is_forfeited,
    isReturned: row.returned_at !== null,
  }
}
