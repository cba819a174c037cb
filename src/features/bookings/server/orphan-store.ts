import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'

export type OrphanedBooking = { id: string; entitlementId: string }

/** Whether somebody holds the sessions of an entry: whoever may log in as a consultant, shown to the public or not. */
export function isAdvising(consultantId: RawBuilder<unknown>) {
  // Under names of its own: the question around it may ask of consultants too.
  return sql<boolean>`exists (
    select from consultant as entry join account as owner on owner.id = entry.account_id
    where entry.id = ${consultantId} and owner.role = 'consultant' and owner.disabled_at is null)`
}

/** Sessions to come that nobody will hold: soonest first. */
export function listOrphanedBookings(db: Db, now: Date, limit: number): Promise<OrphanedBooking[]> {
  return orphanedBookings(db, now).orderBy('starts_at').limit(limit).execute()
}

export async function isBookingOrphaned(tx: Db, id: string, now: Date): Promise<boolean> {
  return (await orphanedBookings(tx, now).where('id', '=', id).execute()).length > 0
}

const orphanedBookings = (db: Db, now: Date) =>
  db
    .selectFrom('booking')
    .where('state', '=', 'booked')
    .where('starts_at', '>', now)
    .where((where) => where.not(isAdvising(sql.ref('booking.consultant_id'))))
    .select(['id', 'entitlement_id as entitlementId'])

/** What was kept or offered of their time. @returns how many: the first so many */
export async function deleteOrphanedReservations(db: Db, most: number): Promise<number> {
  const orphaned = db
    .selectFrom('booking')
    .where('state', '=', sql.lit('reserved' as const))
    .where((reserved) => reserved.not(isAdvising(sql.ref('booking.consultant_id'))))
  return deleteFirst(db, 'booking', orphaned, most)
}
