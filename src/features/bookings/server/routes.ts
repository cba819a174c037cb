import type { Serve } from '#platform/server/http/serve.ts'
import * as calendars from '../contract/imported-calendar.ts'
import * as ratings from '../contract/rating.ts'
import { addCalendar } from './add-calendar.ts'
import { getRating } from './get-rating.ts'
import { listCalendars } from './list-calendars.ts'
import { listPublishableRatings } from './list-publishable-ratings.ts'
import { rateSession } from './rate-session.ts'
import { removeCalendar } from './remove-calendar.ts'
import { removeRating } from './remove-rating.ts'

export function bookingRoutes(serve: Serve) {
  serve(calendars.listCalendars, (context) => listCalendars(context))
  serve(calendars.addCalendar, (context, { body }) => addCalendar(context, body.url))
  serve(calendars.removeCalendar, (context, { params }) => removeCalendar(context, params.calendarId))
  ratingRoutes(serve)
}

function ratingRoutes(serve: Serve) {
  serve(ratings.getRating, (context, { params }) => getRating(context, params.bookingId))
  serve(ratings.rateSession, (context, { params, body }) => rateSession(context, params.bookingId, body))
  serve(ratings.removeRating, (context, { params }) => removeRating(context, params.bookingId))
  serve(ratings.listPublishableRatings, (context, { query }) => listPublishableRatings(context, query))
}
