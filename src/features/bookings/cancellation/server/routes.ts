import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { cancelBooking } from './cancel-booking.ts'

export function cancellationRoutes(serve: Serve) {
  serve(contract.cancelBooking, (context, { params, body }) => cancelBooking(context, params.bookingId, body))
}
