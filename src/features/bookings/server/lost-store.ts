import './tables.ts'
import { sql } from 'kysely'
import { endOfSessions, usablePackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type LostBooking = { id: string; entitlementId: string }

/** Whoever finds a session lost does so within minutes; what a longer pause has left undone, people put right. */
const LOOKING_BACK_MS = 24 * 3_600_000

/** Sessions that their packages do not hold any more: soonest first. */
export function listLostBookings(db: Db, now: Date, limit: number): Promise<LostBooking[]> {
  return lostBookings(db, { now, limit })
}

export async function isBookingLost(tx: Db, id: string, now: Date): Promise<boolean> {
  const lost = await lostBookings(tx, { now, limit: 1, id })
  return lost.length > 0
}

/**
 * By the rule of what can be booked, but that a dispute, which may end well, takes nothing away while it is open. Of
 * sessions that have begun meanwhile those are lost whose package had ended before: they were given back as sessions to
 * come.
 */
async function lostBookings(
  db: Db,
  { now, limit, id = null }: { now: Date; limit: number; id?: string | null },
): Promise<LostBooking[]> {
  const since = new Date(now.getTime() - LOOKING_BACK_MS)
  const { rows } = await sql<LostBooking>`
    with upcoming as (
      select booking.* from booking
      join entitlement on entitlement.id = booking.entitlement_id
      where state = 'booked'
        and booking.starts_at > ${since}
        and (booking.starts_at > ${now} or booking.starts_at > entitlement.cancelled_at)
        and (${id}::uuid is null or booking.id = ${id}::uuid)),
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
