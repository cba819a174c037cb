import { isPackageCancelled, listEntriesCausedBy } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { addDays, companyDay, startOfDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { adminAttendanceBlocker } from '../../agenda/rules.ts'
import { changeBlocker } from '../../cancellation/rules.ts'
import type { AdminBooking, BookingFilter, BookingRecord, listAllBookings as endpoint } from '../contract.ts'
import { bookingLog, returnBlocker } from '../rules.ts'
import { findSession, listSessions, type SessionRow } from './store.ts'

export async function downloadBookings(context: MemberContext, filter: BookingFilter) {
  return downloadCsv(context, {
    list: 'bookings',
    filter,
    columns,
    readPage: (cursor) => listAllBookings(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<AdminBooking> = {
  'Starts (UTC)': ({ startsAt }) => new Date(startsAt),
  Minutes: ({ minutes }) => minutes,
  Session: ({ title }) => title,
  Package: ({ packageTitle }) => packageTitle,
  Member: ({ member }) => member?.name ?? null,
  Consultant: ({ consultant }) => consultant?.displayName ?? null,
  Status: ({ state }) => state,
  Place: ({ place }) => place,
  'Counts as used': ({ isForfeited }) => isForfeited,
  Returned: ({ isReturned }) => isReturned,
}

export async function getBookingRecord({ db, now }: MemberContext, bookingId: string): Promise<BookingRecord> {
  const row = await findSession(db, bookingId)
  if (!row) throw new Refused('booking-not-found')
  return {
    ...showAdminBooking(row),
    phone: row.place === 'phone' ? row.phone : null,
    notes: row.notes,
    meetingUrl: row.place === 'online' ? row.meetingUrl : null,
    log: bookingLog(row, await listEntriesCausedBy(db, bookingId)),
    ...(await describeAllowedActions(db, row, now())),
  }
}

/** Works out which actions the server would accept now, so that the page offers only those. */
async function describeAllowedActions(db: Db, row: SessionRow, now: Date) {
  const { state, startsAt, isForfeited, entitlementId } = row
  const isReturned = row.returnedAt !== null
  const isUsed = returnBlocker({ state, isForfeited, isReturned, startsAt }, now) === null
  return {
    canBeCancelled: changeBlocker({ state, startsAt }, now) === null,
    canBeMarked: state !== 'cancelled' && adminAttendanceBlocker({ startsAt, isReturned }, now) === null,
    canBeReturned: isUsed && !(await isPackageCancelled(db, entitlementId)),
  }
}

/** Lists all consultants' sessions from a given day in London. */
export async function listAllBookings(
  { db, now }: MemberContext,
  { cursor, limit, days, consultantId, state, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const today = companyDay(now())
  const from = filter.from ?? today
  const until = addDays(from, days)
  const query = { from: startOfDay(from), until: startOfDay(until), consultantId, state }
  const rows = await listSessions(db, query, { limit: limit + 1, after: afterCursor(cursor) })
  return { ...pageFrom(rows, limit, ({ startsAt: at, id }) => ({ at, id }), showAdminBooking), today, from, until }
}

function showAdminBooking({ place, startsAt, endsAt, ...row }: SessionRow): AdminBooking {
  if (place === null) throw new Error(`Booking ${row.id} is not confirmed`)
  return {
    ...row,
    member: row.deletedAt ? null : { id: row.memberId, name: fullName(row.firstName, row.lastName) },
    consultant: row.consultantId && row.displayName ? { id: row.consultantId, displayName: row.displayName } : null,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    place,
    isReturned: row.returnedAt !== null,
  }
}
