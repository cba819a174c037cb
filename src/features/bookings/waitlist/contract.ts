import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Booking, bookingNotFound, bookingParams, packageRefusals, SessionConsultant } from '../contract.ts'

/** Maximum number of time windows per waitlist entry. */
export const MAX_WINDOWS = 10

export const WaitlistWindow = z
  .strictObject({ from: z.iso.datetime(), until: z.iso.datetime() })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    error: 'Please choose an end that is later than the beginning',
    path: ['until'],
  })
export type WaitlistWindow = z.infer<typeof WaitlistWindow>

export const WaitlistOffer = z.object({
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  consultant: SessionConsultant,
  /** The slot is reserved for the member until then. */
  expiresAt: z.iso.datetime(),
})
export type WaitlistOffer = z.infer<typeof WaitlistOffer>

export const WaitlistEntry = z.object({
  /** The session can still be moved to an earlier slot. */
  canJoin: z.boolean(),
  /** Times at which the member could come. Empty if they are not on the waitlist. */
  windows: z.array(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
  offer: WaitlistOffer.nullable(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

const offerParams = bookingParams.extend({ offerId: z.uuid() })

export const getWaitlistEntry = endpoint('GET /api/bookings/:bookingId/waitlist', {
  summary: 'Returns the member’s waitlist entry for a session and the open offer',
  access: 'member',
  params: bookingParams,
  response: WaitlistEntry,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const joinWaitlist = endpoint('PUT /api/bookings/:bookingId/waitlist', {
  summary: 'Joins the waitlist or changes the time windows; the place in the waitlist stays',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({
    windows: z
      .array(WaitlistWindow)
      .min(1, 'Please name a time at which you could come')
      .max(MAX_WINDOWS, `Please name at most ${MAX_WINDOWS} times`)
      .refine(hasEachOnce, 'Two of these begin at the same time'),
  }),
  response: WaitlistEntry,
  message: 'You are in line. As soon as a time becomes free, we offer it to you.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'cannot-join-waitlist': 'This session can no longer be moved, so no earlier time can be offered for it.',
    'not-earlier': 'Please name times that are still to come and earlier than your session.',
  },
})

function hasEachOnce(windows: WaitlistWindow[]): boolean {
  return new Set(windows.map(({ from }) => Date.parse(from))).size === windows.length
}

export const leaveWaitlist = endpoint('DELETE /api/bookings/:bookingId/waitlist', {
  summary: 'Leaves the waitlist; an offered slot goes to the next member',
  access: 'member',
  params: bookingParams,
  response: z.null(),
  message: 'You are no longer in line. Your session stays as it is booked.',
  refusals: { 'booking-not-found': bookingNotFound },
})

const offerNotFound = { status: 404, message: 'This offer was not found.' } as const
const offerOver = 'This offer is over, so your session stays as it is booked. You are still in line.'

export const acceptWaitlistOffer = endpoint('POST /api/bookings/:bookingId/waitlist-offers/:offerId/acceptance', {
  summary: 'Accepts the offered slot and moves the session to it',
  access: 'member',
  params: offerParams,
  response: Booking,
  message: 'Your session was moved to the earlier time.',
  refusals: {
    'offer-not-found': offerNotFound,
    'offer-expired': offerOver,
    ...packageRefusals,
    'booking-overlap': 'You have another session at this time by now.',
    'outside-package': 'This time is outside of the days of your package.',
    'out-of-order': 'At this time the session would come before one that has to be held first.',
  },
})

export const declineWaitlistOffer = endpoint('POST /api/bookings/:bookingId/waitlist-offers/:offerId/refusal', {
  summary: 'Declines the offered slot, which goes to the next member',
  access: 'member',
  params: offerParams,
  response: z.null(),
  message: 'Your session stays as it is booked. You are still in line.',
  refusals: { 'offer-not-found': offerNotFound, 'offer-expired': offerOver },
})
