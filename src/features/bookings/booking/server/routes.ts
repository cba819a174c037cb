import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { bookSession } from './book-session.ts'
import { getBooking, listBookings } from './bookings.ts'
import { listBookableSessions } from './list-bookable-sessions.ts'
import { moveBooking } from './move-booking.ts'
import { releaseSlot, reserveSlot } from './reserve-slot.ts'

export function memberBookingRoutes(serve: Serve) {
  serve(contract.listBookableSessions, (context) => listBookableSessions(context))
  serve(contract.reserveSlot, (context, { body }) => reserveSlot(context, body))
  serve(contract.releaseSlot, (context) => releaseSlot(context))
  serve(contract.bookSession, (context, { body }) => bookSession(context, body))
  serve(contract.listBookings, (context, { query }) => listBookings(context, query))
  serve(contract.getBooking, (context, { params }) => getBooking(context, params.bookingId))
  serve(contract.moveBooking, (context, { params, body }) => moveBooking(context, params.bookingId, body))
}
