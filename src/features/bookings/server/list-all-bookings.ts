import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { addDays, companyDay, startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listAllBookings as endpoint, StaffBooking } from '../contract/staff.ts'
import { listSessions, type SessionRow } from './staff-store.ts'

/** The calendar of the company: whoever holds the sessions. */
export async function listAllBookings(
  { db, now }: MemberContext,
  { cursor, limit, days, consultantId, state, ...asked }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const today = companyDay(now())
  const from = asked.from ?? today
  const until = addDays(from, days)
  const wanted = { from: startOfDay(from), before: startOfDay(until), consultantId, state }
  const rows = await listSessions(db, wanted, { limit: limit + 1, after: afterCursor(cursor) })
  return { ...pageFrom(rows, limit, ({ starts_at: at, id }) => ({ at, id }), showStaffBooking), today, from, until }
}

export function showStaffBooking(row: SessionRow): StaffBooking {
  if (row.place === null) throw new Error(`Booking ${row.id} is not confirmed`)
  return {
    id: row.id,
    member: row.deleted_at ? null : { id: row.member_id, name: `${row.first_name} ${row.last_name}`.trim() },
    consultant: row.consultant_id && row.display_name ? { id: row.consultant_id, displayName: row.display_name } : null,
    packageTitle: row.package_title,
    title: row.title,
    minutes: row.minutes,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    state: row.state,
    place: row.place,
    isForfeited: row.is_forfeited,
    isReturned: row.returned_at !== null,
  }
}
