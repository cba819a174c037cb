import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listAgenda } from './agenda.ts'
import { getConsultantBooking } from './get-consultant-booking.ts'
import { markAttendance } from './mark-attendance.ts'
import { previewSickDay, reportSickDay } from './sick-day.ts'

export function agendaRoutes(serve: Serve) {
  serve(contract.listAgenda, (context, { query }) => listAgenda(context, query))
  serve(contract.getConsultantBooking, (context, { params }) => getConsultantBooking(context, params.bookingId))
  serve(contract.markAttendance, (context, { params, body }) =>
    markAttendance(context, params.bookingId, body.attendance),
  )
  serve(contract.previewSickDay, (context) => previewSickDay(context))
  serve(contract.reportSickDay, (context, { body }) => reportSickDay(context, body))
}
