import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Booking, bookingNotFound, bookingParams, packageRefusals, SessionConsultant } from '../contract.ts'

/** Maximum number of time windows per waitlist entry. */
export const MAX_WINDOWS = 10

export const WaitlistWindow = z
  .strictObject({ from: z.iso.datetime(), until: z.iso.datetime() })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    error: 'Choose an end time that’s after the start',
    path: ['until'],
  })
export type WaitlistWindow = z.infer<typeof WaitlistWindow>

export const WaitlistOffer = z.object({
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  consultant: SessionConsultant,
  /** Until then, the slot is reserved for the member. */
  expiresAt: z.iso.datetime(),
})
export type WaitlistOffer = z.infer<typeof WaitlistOffer>

export const WaitlistEntry = z.object({
  /** Whether the session can still be moved to an earlier slot. */
  canJoin: z.boolean(),
  /** Times when the member could come. Empty if they are not on the waitlist. */
  windows: z.array(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
  offer: WaitlistOffer.nullable(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

const offerParams = bookingParams.extend({ offerId: z.uuid() })

export const getWaitlistEntry = endpoint('GET /api/bookings/:bookingId/waitlist', {
  summary: 'Get the member’s waitlist entry for a session and any open offer',
  access: 'member',
  params: bookingParams,
  response: WaitlistEntry,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const joinWaitlist = endpoint('PUT /api/bookings/:bookingId/waitlist', {
  summary: 'Join the waitlist, or change the time windows without losing the place',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({
    windows: z
      .array(WaitlistWindow)
      .min(1, 'Add at least one time that suits you')
      .max(MAX_WINDOWS, `Add up to ${MAX_WINDOWS} times`)
      .refine(hasEachOnce, 'Two of these start at the same time. Change or remove one'),
  }),
  response: WaitlistEntry,
  message: 'You’re on the waitlist. As soon as a time is free, we’ll offer it to you.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'cannot-join-waitlist': 'This session can no longer be moved, so we can’t offer you an earlier time.',
    'not-earlier': 'Choose times in the future that are earlier than your session.',
  },
})

function hasEachOnce(windows: WaitlistWindow[]): boolean {
  return new Set(windows.map(({ from }) => Date.parse(from))).size === windows.length
}

export const leaveWaitlist = endpoint('DELETE /api/bookings/:bookingId/waitlist', {
  summary: 'Leave the waitlist; an offered slot goes to the next member',
  access: 'member',
  params: bookingParams,
  response: z.null(),
  message: 'You’ve left the waitlist. Your session stays at its current time.',
  refusals: { 'booking-not-found': bookingNotFound },
})

const offerNotFound = {
  status: 404,
  message: 'We couldn’t find this offer. It may have expired. Reload the page.',
} as const
const offerOver = 'This offer has expired, so your session hasn’t moved. You’re still on the waitlist.'

export const acceptWaitlistOffer = endpoint('POST /api/bookings/:bookingId/waitlist-offers/:offerId/acceptance', {
  summary: 'Accept the offered slot and move the session to it',
  access: 'member',
  params: offerParams,
  response: Booking,
  message: 'We’ve moved your session to the earlier time.',
  refusals: {
    'offer-not-found': offerNotFound,
    'offer-expired': offerOver,
    ...packageRefusals,
    'booking-overlap': 'You now have another session at this time, so we haven’t moved this one.',
    'outside-package': 'This time is outside your package dates, so we haven’t moved your session.',
    'out-of-order': 'You need to have another session before this one, so you can’t take this time.',
  },
})

export const declineWaitlistOffer = endpoint('POST /api/bookings/:bookingId/waitlist-offers/:offerId/refusal', {
  summary: 'Decline the offered slot, which goes to the next member',
  access: 'member',
  params: offerParams,
  response: z.null(),
  message: 'Your session stays at its current time. You’re still on the waitlist.',
  refusals: { 'offer-not-found': offerNotFound, 'offer-expired': offerOver },
})
