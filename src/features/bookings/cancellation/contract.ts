import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Booking, bookingParams, CHANGE_NOTICE_HOURS, changeRefusals } from '../contract.ts'

/** Minimum number of days a package still runs after we cancel a session, so that the member can book again. */
export const MIN_DAYS_AFTER_CANCELLATION = 14

/** What happens if the session is moved or cancelled now (PRODUCT D21). */
export const CancellationTerms = z.object({
  /** `returned`: the member can book the session again. `forfeited`: it counts as used. */
  outcome: z.enum(['returned', 'forfeited']),
  /** Until then, the session can be moved, or cancelled without being forfeited. */
  freeUntil: z.iso.datetime(),
})
export type CancellationTerms = z.infer<typeof CancellationTerms>

/** A booked session that must be cancelled first, because it depends on the one to cancel. */
export const LaterSession = Booking.pick({ id: true, title: true, startsAt: true })
export type LaterSession = z.infer<typeof LaterSession>

export const cancelBooking = endpoint('POST /api/bookings/:bookingId/cancellation', {
  summary: 'Cancel a session on the terms that the member has read',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({ outcome: CancellationTerms.shape.outcome }),
  response: Booking,
  refusals: {
    ...changeRefusals,
    'later-session-first': 'A later session in this package depends on this one. Cancel the later one first.',
    'terms-changed': `This session now starts in less than ${CHANGE_NOTICE_HOURS} hours, so it’ll count as used if you cancel. Check before you go ahead.`,
  },
})
