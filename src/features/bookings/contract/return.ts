import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** For so long at least the member can use what was given back. */
export const DAYS_AFTER_RETURN = 14

export const returnBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:bookingId/return',
  summary: 'Gives a session back that counts as used, with the reason that its member reads (PRODUCT D21)',
  access: 'administrator',
  params: z.strictObject({ bookingId: z.uuid() }),
  body: z.strictObject({ reason: text({ required: 'Please say why: the member reads it', max: 200 }) }),
  response: z.null(),
  message: 'The session was given back.',
  refusals: {
    'booking-not-found': { status: 404, message: 'This session was not found.' },
    'session-not-used': 'This session does not count as used, so there is nothing to give back.',
    'session-returned': 'This session was given back already.',
    'package-over': 'The package of this session was cancelled or refunded, so nothing of it can be used any more.',
  },
})
