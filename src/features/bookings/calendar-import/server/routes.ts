import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { addCalendar, deleteCalendar, listCalendars } from './calendars.ts'

export function calendarImportRoutes(serve: Serve) {
  serve(contract.listCalendars, (context) => listCalendars(context))
  serve(contract.addCalendar, (context, { body }) => addCalendar(context, body.url))
  serve(contract.deleteCalendar, (context, { params }) => deleteCalendar(context, params.calendarId))
}
