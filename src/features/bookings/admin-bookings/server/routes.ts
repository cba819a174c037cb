import { actForMember } from '#features/accounts/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import { listBookableSessions } from '../../booking/server/list-bookable-sessions.ts'
import { listFreeSlots } from '../../slots/server/list-free-slots.ts'
import * as contract from '../contract.ts'
import { downloadBookings, getBookingRecord, listAllBookings } from './admin-bookings.ts'
import { bookForMember } from './book-for-member.ts'
import { cancelAnyBooking } from './cancel-any-booking.ts'
import { markAnyAttendance } from './mark-any-attendance.ts'
import { returnSessionToMember } from './return-session.ts'

export function adminBookingRoutes(serve: Serve) {
  serve(contract.listAllBookings, (context, { query }) => listAllBookings(context, query))
  serve(contract.downloadBookings, (context, { query }) => downloadBookings(context, query))
  serve(contract.getBookingRecord, (context, { params }) => getBookingRecord(context, params.bookingId))
  serve(contract.cancelAnyBooking, (context, { params, body }) => cancelAnyBooking(context, params.bookingId, body))
  serve(contract.markAnyAttendance, (context, { params, body }) => markAnyAttendance(context, params.bookingId, body))
  serve(contract.returnSession, (context, { params, body }) => returnSessionToMember(context, params.bookingId, body))
  serve(contract.listMemberSessions, async (context, { params }) =>
    listBookableSessions(await actForMember(context, params.memberId)),
  )
  serve(contract.listMemberSlots, async (context, { params, query }) =>
    listFreeSlots(await actForMember(context, params.memberId), query),
  )
  serve(contract.bookForMember, (context, { params, body }) => bookForMember(context, params.memberId, body))
}
