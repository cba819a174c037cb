import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Booking, SessionConsultant } from '../contract.ts'

/** So many stretches of time a member may name. */
export const MOST_WINDOWS = 10

/** For so long a time that became free is kept for whoever it is offered to. */
export const OFFER_HOURS = 2

const Window = z
  .strictObject({ from: z.iso.datetime(), until: z.iso.datetime() })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    error: 'Please choose an end that is later than the beginning',
    path: ['until'],
  })
export type Window = z.infer<typeof Window>

const EarlierOffer = z.object({
  id: z.uuid(),
  startsAt: z.iso.datetime(),
  consultant: SessionConsultant,
  /** Until then it is kept for the member alone. */
  expiresAt: z.iso.datetime(),
})
export type EarlierOffer = z.infer<typeof EarlierOffer>

const EarlierWish = z.object({
  /** The session can still be moved. */
  canWish: z.boolean(),
  /** When the member could come; empty where they wait for nothing. */
  windows: z.array(z.object({ from: z.iso.datetime(), until: z.iso.datetime() })),
  offer: EarlierOffer.nullable(),
})
export type EarlierWish = z.infer<typeof EarlierWish>

const bookingParams = z.strictObject({ bookingId: z.uuid() })
const offerParams = z.strictObject({ bookingId: z.uuid(), offerId: z.uuid() })
const bookingNotFound = { status: 404, message: 'This session was not found.' } as const

export const getEarlierWish = endpoint({
  method: 'GET',
  path: '/api/bookings/:bookingId/earlier',
  summary: 'When the member would rather come than they have booked, and what they are offered',
  access: 'member',
  params: bookingParams,
  response: EarlierWish,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const saveEarlierWish = endpoint({
  method: 'PUT',
  path: '/api/bookings/:bookingId/earlier',
  summary: 'Name the times at which the member would rather come; the place in line stays',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({
    windows: z
      .array(Window)
      .min(1, 'Please name a time at which you could come')
      .max(MOST_WINDOWS, `Please name at most ${MOST_WINDOWS} times`)
      .refine(hasEachOnce, 'Two of these begin at the same time'),
  }),
  response: EarlierWish,
  message: 'You are in line. As soon as a time becomes free, we offer it to you.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'cannot-wish': 'This session can no longer be moved, so no earlier time can be offered for it.',
    'not-earlier': 'Please name times that are still to come and earlier than your session.',
  },
})

function hasEachOnce(windows: Window[]): boolean {
  return new Set(windows.map(({ from }) => Date.parse(from))).size === windows.length
}

export const removeEarlierWish = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:bookingId/earlier',
  summary: 'Wait no more for an earlier time; one that is offered goes to the next in line',
  access: 'member',
  params: bookingParams,
  response: z.null(),
  message: 'You are no longer in line. Your session stays as it is booked.',
  refusals: { 'booking-not-found': bookingNotFound },
})

const offerNotFound = { status: 404, message: 'This offer was not found.' } as const
const offerOver = 'This offer is over, so your session stays as it is booked. You are still in line.'

export const acceptEarlierOffer = endpoint({
  method: 'POST',
  path: '/api/bookings/:bookingId/earlier-offers/:offerId/acceptance',
  summary: 'Take the earlier time that is offered: the session is moved to it',
  access: 'member',
  params: offerParams,
  response: Booking,
  message: 'Your session was moved to the earlier time.',
  refusals: {
    'offer-not-found': offerNotFound,
    'offer-over': offerOver,
    'own-session-then': 'You have another session at this time by now.',
    'outside-package': 'This time is outside of the days of your package.',
    'out-of-order': 'At this time the session would come before one that has to be held first.',
  },
})

export const declineEarlierOffer = endpoint({
  method: 'POST',
  path: '/api/bookings/:bookingId/earlier-offers/:offerId/refusal',
  summary: 'Leave the earlier time to the next in line',
  access: 'member',
  params: offerParams,
  response: z.null(),
  message: 'Your session stays as it is booked. You are still in line.',
  refusals: { 'offer-not-found': offerNotFound, 'offer-over': offerOver },
})
