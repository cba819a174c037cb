import '../../server/tables.ts'
import { sql } from 'kysely'
import { endOfSessions, usablePackages } from '#features/purchases/server/public.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { isActiveConsultant } from '../../server/consultant-store.ts'

export type BookingToCancel = { id: string; entitlementId: string }

/** If an id is given, the lists contain at most that booking. */
type Search = { now: Date; limit: number; id?: string }

/** The job normally finds these sessions within minutes. After a longer outage, staff deal with any that are left. */
const LOOKBACK_MS = DAY_MS

/**
 * Lists bookings that are no longer covered by their package, soonest first. Uses the same rule as for bookable
 * packages, except that an open dispute does not count. Includes sessions that started after their package was
 * cancelled, because they have already been returned.
 */
export async function listBookingsWithoutPackage(db: Db, { now, limit, id }: Search): Promise<BookingToCancel[]> {
  const since = new Date(now.getTime() - LOOKBACK_MS)
  const { rows } = await sql<BookingToCancel>`
    with upcoming as (
      select booking.* from booking
      join entitlement on entitlement.id = booking.entitlement_id
      where state = 'booked'
        and booking.starts_at > ${since}
        and (booking.starts_at > ${now} or booking.starts_at > entitlement.cancelled_at)
        and booking.id = coalesce(${id ?? null}::uuid, booking.id)),
    owned as (${usablePackages(sql`entitlement.member_id in (select member_id from upcoming)`, ['refunded'])})
    select upcoming.id, upcoming.entitlement_id as "entitlementId"
    from upcoming
    left join owned on owned.id = upcoming.entitlement_id
    left join package_line
      on package_line.package_id = owned.package_id and package_line.version = owned.package_version
      and package_line.key = upcoming.line_key
    where owned.id is null or upcoming.starts_at >= ${endOfSessions}
    order by upcoming.starts_at
    limit ${limit}
  `.execute(db)
  return rows
}

/** Lists upcoming bookings whose consultants have left, soonest first. */
export function listOrphanedBookings(db: Db, { now, limit, id }: Search): Promise<BookingToCancel[]> {
  return db
    .selectFrom('booking')
    .where('state', '=', 'booked')
    .where('startsAt', '>', now)
    .where((where) => where.not(isActiveConsultant(sql.ref('booking.consultantId'))))
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .select(['id', 'entitlementId'])
    .orderBy('startsAt')
    .limit(limit)
    .execute()
}

/** Deletes up to `limit` reservations and offers with consultants who have left. @returns how many were deleted */
export async function deleteOrphanedReservations(db: Db, limit: number): Promise<number> {
  const orphaned = db
    .selectFrom('booking')
    .where('state', '=', sql.lit('reserved' as const))
    .where((reserved) => reserved.not(isActiveConsultant(sql.ref('booking.consultantId'))))
  return deleteFirst(db, 'booking', orphaned, limit)
}
