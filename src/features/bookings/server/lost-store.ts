import './tables.ts'
import { sql } from 'kysely'
import { endOfSessions, usablePackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type LostBooking = { id: string; entitlementId: string }

/** Sessions to come that their packages do not hold any more: soonest first. */
export function listLostBookings(db: Db, now: Date, limit: number): Promise<LostBooking[]> {
  return lostBookings(db, sql`state = 'booked' and starts_at > ${now}`, limit)
}

export async function isBookingLost(tx: Db, id: string, now: Date): Promise<boolean> {
  const lost = await lostBookings(tx, sql`state = 'booked' and starts_at > ${now} and id = ${id}`, 1)
  return lost.length > 0
}

/** By the rule of what can be booked, but that a dispute, which may end well, takes nothing away while it is open. */
async function lostBookings(db: Db, toCome: ReturnType<typeof sql>, limit: number): Promise<LostBooking[]> {
  const { rows } = await sql<LostBooking>`
    with upcoming as (select * from booking where ${toCome}),
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
