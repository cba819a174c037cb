import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { StaffBooking } from '../contract/staff.ts'

// The sessions of all consultants, for administrators.

export type BookingsWanted = {
  from: Date
  before: Date
  consultantId: string | undefined
  state: StaffBooking['state'] | undefined
}

/** Whoever only holds a time while they confirm it has no session yet. */
const sessions = (db: Db) =>
  db
    .selectFrom('booking')
    .innerJoin('account', 'account.id', 'booking.member_id')
    .innerJoin('entitlement', 'entitlement.id', 'booking.entitlement_id')
    .innerJoin('package_version', (join) =>
      join
        .onRef('package_version.package_id', '=', 'entitlement.package_id')
        .onRef('package_version.version', '=', 'entitlement.package_version'),
    )
    .leftJoin('consultant', 'consultant.id', 'booking.consultant_id')
    .leftJoin('availability', 'availability.consultant_id', 'booking.consultant_id')
    .where('booking.state', '!=', 'reserved')
    .select(['booking.id', 'booking.member_id', 'booking.entitlement_id', 'booking.title', 'booking.minutes'])
    .select('booking.starts_at')
    .select(['booking.ends_at', 'booking.place', 'booking.phone', 'booking.notes', 'booking.is_forfeited'])
    .select(['booking.booked_at', 'booking.moved_at', 'booking.cancelled_at', 'booking.cancelled_by'])
    .select(['booking.returned_at', 'booking.consultant_id', 'consultant.display_name', 'availability.meeting_url'])
    .select(['account.first_name', 'account.last_name', 'account.deleted_at', 'package_version.title as package_title'])
    .select(sql<StaffBooking['state']>`booking.state`.as('state'))

export type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>

/** In order, from just after a place there. */
export async function listSessions(
  db: Db,
  { from, before, consultantId, state }: BookingsWanted,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<SessionRow[]> {
  let query = sessions(db).where('booking.starts_at', '>=', from).where('booking.starts_at', '<', before)
  if (consultantId) query = query.where('booking.consultant_id', '=', consultantId)
  if (state) query = query.where('booking.state', '=', state)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('booking.starts_at', 'booking.id'), '>', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('booking.starts_at').orderBy('booking.id').limit(limit).execute()
}

export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return sessions(db).where('booking.id', '=', id).executeTakeFirst()
}
