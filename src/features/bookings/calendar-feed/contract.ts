import { endpoint } from '#platform/shared/endpoint.ts'
import { FileResponse } from '#platform/shared/file-response.ts'
import { bookingNotFound, bookingParams } from '../contract.ts'

export const getCalendarFile = endpoint('GET /api/bookings/:bookingId/calendar-file', {
  summary: 'Download one of the member’s sessions as a calendar file',
  access: 'member',
  params: bookingParams,
  response: FileResponse,
  file: 'text/calendar; charset=utf-8',
  refusals: { 'booking-not-found': bookingNotFound },
})
