import type { Serve } from '#platform/server/http/serve.ts'
import * as calendars from '../contract/imported-calendar.ts'
import { addCalendar } from './add-calendar.ts'
import { listCalendars } from './list-calendars.ts'
import { removeCalendar } from './remove-calendar.ts'

export function bookingRoutes(serve: Serve) {
  serve(calendars.listCalendars, (context) => listCalendars(context))
  serve(calendars.addCalendar, (context, { body }) => addCalendar(context, body.url))
  serve(calendars.removeCalendar, (context, { params }) => removeCalendar(context, params.calendarId))
}
