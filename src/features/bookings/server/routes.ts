import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actForMember } from '#features/accounts/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as files from '../contract/booking-file.ts'
import * as consultants from '../contract/consultant.ts'
import * as earlier from '../contract/earlier.ts'
import * as calendars from '../contract/imported-calendar.ts'
import * as forMember from '../contract/member-booking.ts'
import * as ratings from '../contract/rating.ts'
import * as returns from '../contract/return.ts'
import * as staff from '../contract/staff.ts'
import * as contract from '../contract.ts'
import { acceptEarlierOffer } from './accept-earlier-offer.ts'
import { addBookingFile } from './add-booking-file.ts'
import { addCalendar } from './add-calendar.ts'
import { bookForMember } from './book-for-member.ts'
import { bookSession } from './book-session.ts'
import { cancelAnyBooking } from './cancel-any-booking.ts'
import { cancelBooking } from './cancel-booking.ts'
import { declineEarlierOffer } from './decline-earlier-offer.ts'
import { downloadBookings } from './download-bookings.ts'
import { downloadConsultants } from './download-consultants.ts'
import { getBooking } from './get-booking.ts'
import { getBookingRecord } from './get-booking-record.ts'
import { getConsultantRecord } from './get-consultant-record.ts'
import { getEarlierWish } from './get-earlier-wish.ts'
import { getRating } from './get-rating.ts'
import { listAllBookings } from './list-all-bookings.ts'
import { listAllConsultants } from './list-all-consultants.ts'
import { listBookableSessions } from './list-bookable-sessions.ts'
import { listBookingFiles } from './list-booking-files.ts'
import { listBookings } from './list-bookings.ts'
import { listCalendars } from './list-calendars.ts'
import { listFreeTimes } from './list-free-times.ts'
import { listPublishableRatings } from './list-publishable-ratings.ts'
import { markAnyBooking } from './mark-any-booking.ts'
import { moveBooking } from './move-booking.ts'
import { openBookingFile } from './open-booking-file.ts'
import { openCalendarFeed } from './open-calendar-feed.ts'
import { rateSession } from './rate-session.ts'
import { releaseTime } from './release-time.ts'
import { removeBookingFile } from './remove-booking-file.ts'
import { removeCalendar } from './remove-calendar.ts'
import { removeEarlierWish } from './remove-earlier-wish.ts'
import { removeRating } from './remove-rating.ts'
import { reserveTime } from './reserve-time.ts'
import { returnBooking } from './return-booking.ts'
import { saveEarlierWish } from './save-earlier-wish.ts'
import { saveHeldSessions } from './save-held-sessions.ts'

/** The administrators' side of bookings. */
function staffBookingRoutes(serve: Serve) {
  serve(consultants.listAllConsultants, (context) => listAllConsultants(context))
  serve(consultants.downloadConsultants, (context) => downloadConsultants(context))
  serve(consultants.getConsultantRecord, (context, { params }) => getConsultantRecord(context, params.consultantId))
  serve(consultants.saveHeldSessions, (context, { params, body }) =>
    saveHeldSessions(context, params.consultantId, body),
  )
  serve(staff.listAllBookings, (context, { query }) => listAllBookings(context, query))
  serve(staff.downloadBookings, (context, { query }) => downloadBookings(context, query))
  serve(staff.getBookingRecord, (context, { params }) => getBookingRecord(context, params.bookingId))
  serve(staff.cancelAnyBooking, (context, { params, body }) => cancelAnyBooking(context, params.bookingId, body))
  serve(staff.markAnyBooking, (context, { params, body }) => markAnyBooking(context, params.bookingId, body))
}

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
  serve(returns.returnBooking, (context, { params, body }) => returnBooking(context, params.bookingId, body))
  memberRoutes(serve)
  staffBookingRoutes(serve)
  fileRoutes(serve)
  calendarRoutes(serve)
  ratingRoutes(serve)
  earlierRoutes(serve)
}

/** What staff book with a member. */
function memberRoutes(serve: Serve) {
  serve(forMember.listMemberSessions, async (context, { params }) =>
    listBookableSessions(await actForMember(context, params.memberId)),
  )
  serve(forMember.listMemberTimes, async (context, { params, query }) =>
    listFreeTimes(await actForMember(context, params.memberId), query),
  )
  serve(forMember.bookForMember, (context, { params, body }) => bookForMember(context, params.memberId, body))
}

function fileRoutes(serve: Serve) {
  serve(files.listBookingFiles, (context, { params }) => listBookingFiles(context, params.bookingId))
  serve(files.addBookingFile, (context, { params, query, body }) =>
    addBookingFile(context, params.bookingId, { name: query.name, upload: body }),
  )
  serve(files.getBookingFile, (context, { params }) => openBookingFile(context, params))
  serve(files.removeBookingFile, (context, { params }) => removeBookingFile(context, params))
}

function calendarRoutes(serve: Serve) {
  serve(calendars.listCalendars, (context) => listCalendars(context))
  serve(calendars.addCalendar, (context, { body }) => addCalendar(context, body.url))
  serve(calendars.removeCalendar, (context, { params }) => removeCalendar(context, params.calendarId))
}

function ratingRoutes(serve: Serve) {
  serve(ratings.getRating, (context, { params }) => getRating(context, params.bookingId))
  serve(ratings.rateSession, (context, { params, body }) => rateSession(context, params.bookingId, body))
  serve(ratings.removeRating, (context, { params }) => removeRating(context, params.bookingId))
  serve(ratings.listPublishableRatings, (context, { query }) => listPublishableRatings(context, query))
}

function earlierRoutes(serve: Serve) {
  serve(earlier.getEarlierWish, (context, { params }) => getEarlierWish(context, params.bookingId))
  serve(earlier.saveEarlierWish, (context, { params, body }) =>
    saveEarlierWish(context, params.bookingId, body.windows),
  )
  serve(earlier.removeEarlierWish, (context, { params }) => removeEarlierWish(context, params.bookingId))
  serve(earlier.acceptEarlierOffer, (context, { params }) => acceptEarlierOffer(context, params))
  serve(earlier.declineEarlierOffer, (context, { params }) => declineEarlierOffer(context, params))
}

/** No call of the API: a calendar program asks for it, with the token in the address as its only credential. */
export function calendarFeed(app: FastifyInstance, contextFor: (request: FastifyRequest) => Context) {
  app.get<{ Params: { file: string } }>('/calendar/:file', { schema: { hide: true } }, async (request, reply) => {
    const token = request.params.file.replace(/[.]ics$/, '')
    const calendar = await openCalendarFeed(contextFor(request), token, request.ip)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sessions.ics"')
      .send(calendar)
  })
}
