import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { bookSession } from './book-session.ts'
import { cancelBooking } from './cancel-booking.ts'
import { getBooking } from './get-booking.ts'
import { listBookableSessions } from './list-bookable-sessions.ts'
import { listBookings } from './list-bookings.ts'
import { listFreeTimes } from './list-free-times.ts'
import { moveBooking } from './move-booking.ts'
import { releaseTime } from './release-time.ts'
import { reserveTime } from './reserve-time.ts'

export function bookingRoutes(serve: Serve) {
  serve(contract.listBookableSessions, (context) => listBookableSessions(context))
  serve(contract.listFreeTimes, (context, { query }) => listFreeTimes(context, query))
  serve(contract.reserveTime, (context, { body }) => reserveTime(context, body))
  serve(contract.releaseTime, (context) => releaseTime(context))
  serve(contract.bookSession, (context, { body }) => bookSession(context, body))
  serve(contract.listBookings, (context, { query }) => listBookings(context, query))
  serve(contract.getBooking, (context, { params }) => getBooking(context, params.bookingId))
  serve(contract.moveBooking, (context, { params, body }) => moveBooking(context, params.bookingId, body))
  serve(contract.cancelBooking, (context, { params, body }) => cancelBooking(context, params.bookingId, body))
}
