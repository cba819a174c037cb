import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { isStorable, text } from '#platform/shared/text.ts'

/** `reserved`: held for a few minutes while it is confirmed. `held` and `missed`: as the consultant marked it. */
export const BookingState = z.enum(['reserved', 'booked', 'cancelled', 'held', 'missed'])
export type BookingState = z.infer<typeof BookingState>

export const CancelledBy = z.enum(['member', 'consultant', 'administrator', 'system'])
export type CancelledBy = z.infer<typeof CancelledBy>

export const Place = z.enum(['online', 'phone'])
export type Place = z.infer<typeof Place>

/** Somebody who holds sessions, as members may know them. */
export const SessionConsultant = z.object({
  id: z.uuid(),
  displayName: z.string(),
  picture: z.string().nullable(),
})
export type SessionConsultant = z.infer<typeof SessionConsultant>

/** A kind of session of one package of the member, and whether it can be booked now. */
export const BookableSession = z.object({
  entitlementId: z.uuid(),
  lineKey: z.string(),
  packageTitle: z.string(),
  serviceType: ServiceType,
  title: z.string(),
  minutes: z.int(),
  /** null: without limit, one at a time. */
  left: z.int().nullable(),
  /** A session must begin between these two (PRODUCT D22). */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Why it cannot be booked now; null where it can. */
  obstacle: z.enum(['none-left', 'one-is-open', 'earlier-session-first', 'package-ended']).nullable(),
  /** What has to be booked first, where that is the obstacle. */
  earlierTitle: z.string().nullable(),
  /** Who holds it. */
  consultants: z.array(SessionConsultant),
})
export type BookableSession = z.infer<typeof BookableSession>

export const listBookableSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'What the member can book of what they bought; of two packages the one that ends first comes first',
  access: 'member',
  response: z.array(BookableSession),
})

const LineKey = z.string().max(100).refine(isStorable)

/** Which session, with whom: `consultantId` null is "first free". */
const SessionChoice = z.strictObject({
  entitlementId: z.uuid(),
  lineKey: LineKey,
  consultantId: z.uuid().nullable(),
})

export const TimeChoice = SessionChoice.extend({ startsAt: z.iso.datetime() })
export type TimeChoice = z.infer<typeof TimeChoice>

const sessionRefusals = {
  'session-not-found': { status: 404, message: 'This session is not part of a package of yours.' },
  'none-left': 'No session of this kind is left in your package.',
  'one-is-open': 'You have booked a session of this kind already. You can book the next one when it is over.',
  'earlier-session-first': 'Please book the earlier session of this package first.',
  'package-ended': 'This package has ended, so its sessions can no longer be booked.',
} as const

const timeRefusals = {
  'slot-taken': 'Somebody else has just taken this time. Please choose another one.',
  'outside-package': 'This time is outside of the days of your package. Please choose another one.',
  'own-session-then': 'You have another session at this time. Please choose another one.',
  'out-of-order':
    'The first session of this package has to be over before the next one begins. Please choose another time.',
} as const

/** So many days of free times in one question. */
export const MOST_DAYS = 35

export const listFreeTimes = endpoint({
  method: 'GET',
  path: '/api/sessions/times',
  summary: 'When a session can be held, from one day to another of the zone that is asked for',
  access: 'member',
  query: z.strictObject({
    entitlementId: z.uuid(),
    lineKey: LineKey,
    consultantId: z.uuid().optional(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    /** The booking that is to be moved: its own time is free for it. */
    moving: z.uuid().optional(),
  }),
  response: z.object({
    /** In order, each once; `consultantIds` are those who are free then. */
    times: z.array(z.object({ startsAt: z.iso.datetime(), consultantIds: z.array(z.uuid()) })),
    /**
     * Nobody is free before the package ends, not even at a time that is too near to be booked: it is extended by itself
     * when one asks to book (PRODUCT D22).
     */
    nextFree: z.iso.datetime().nullable(),
  }),
  refusals: {
    'session-not-found': sessionRefusals['session-not-found'],
    'too-many-days': { status: 400, message: `Please ask for at most ${MOST_DAYS} days at once.` },
  },
})

/** How long a time is kept for whoever is confirming it. */
export const RESERVED_MINUTES = 5

export const reserveTime = endpoint({
  method: 'POST',
  path: '/api/reservations',
  summary: 'Keeps a time for five minutes while the member confirms it; the one kept before is let go',
  access: 'member',
  body: TimeChoice,
  response: z.object({ consultant: SessionConsultant, startsAt: z.iso.datetime(), reservedUntil: z.iso.datetime() }),
  refusals: { ...sessionRefusals, ...timeRefusals },
})

export const releaseTime = endpoint({
  method: 'DELETE',
  path: '/api/reservations',
  summary: 'Lets go of the time that is kept for the member, if one is',
  access: 'member',
  response: z.null(),
})

export const Booking = z.object({
  id: z.uuid(),
  entitlementId: z.uuid(),
  lineKey: z.string(),
  packageTitle: z.string(),
  title: z.string(),
  minutes: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: BookingState.exclude(['reserved']),
  /** null: the consultant is not with us any more. */
  consultant: SessionConsultant.nullable(),
  place: Place,
  /** Where it is held, of a session online that is booked. */
  meetingUrl: z.string().nullable(),
  phone: z.string().nullable(),
  notes: z.string().nullable(),
  cancelledBy: CancelledBy.nullable(),
  /** It counts as used although it was not held. */
  isForfeited: z.boolean(),
  /** It counted as used, and was given back. */
  isReturned: z.boolean(),
})
export type Booking = z.infer<typeof Booking>

/** SPEC §3 of registration: the same pattern. */
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()-]{7,20}$/, 'Please enter a phone number, such as +44 7700 900123')

export const BookingChoice = TimeChoice.extend({
  place: Place,
  /** Where it is held by phone. */
  phone: Phone.nullable(),
  notes: text({ max: 2_000 }).nullable(),
}).refine(({ place, phone }) => place === 'online' || phone !== null, {
  error: 'Please enter a phone number, such as +44 7700 900123',
  path: ['phone'],
})

export const bookSession = endpoint({
  method: 'POST',
  path: '/api/bookings',
  summary: 'Books a session of a package of the member',
  access: 'member',
  body: BookingChoice,
  response: Booking,
  message: 'Your session is booked.',
  refusals: { ...sessionRefusals, ...timeRefusals },
})

export const listBookings = endpoint({
  method: 'GET',
  path: '/api/bookings',
  summary: 'The sessions of the member: upcoming ones soonest first, past and cancelled ones newest first',
  access: 'member',
  query: PageQuery.extend({ when: z.enum(['upcoming', 'past']) }),
  response: pageOf(Booking),
})

const bookingParams = z.strictObject({ bookingId: z.uuid() })
const bookingNotFound = { status: 404, message: 'This session was not found.' } as const

/** PRODUCT D21: up to so many hours before, a session may be moved, and cancelled without loss. */
export const FREE_HOURS = 24

/** What moving or cancelling now would mean (PRODUCT D21). */
export const Consequence = z.object({
  /** `returned`: the session is the member's again. `forfeited`: it counts as used. */
  outcome: z.enum(['returned', 'forfeited']),
  /** Until when it may be moved, and cancelled without loss. */
  freeUntil: z.iso.datetime(),
})
export type Consequence = z.infer<typeof Consequence>

/** A session that is booked and needs the one that is to be cancelled: it is held after that. */
export const LaterSession = z.object({ id: z.uuid(), title: z.string(), startsAt: z.iso.datetime() })
export type LaterSession = z.infer<typeof LaterSession>

export const getBooking = endpoint({
  method: 'GET',
  path: '/api/bookings/:bookingId',
  summary: 'One session of the member, with what moving or cancelling it now would mean',
  access: 'member',
  params: bookingParams,
  response: Booking.extend({
    /** null: it is over or cancelled. */
    consequence: Consequence.nullable(),
    /** What has to be cancelled before this one, where something has. */
    laterSession: LaterSession.nullable(),
    /** The company's own zone, which stands beside the member's (PRODUCT D18). */
    companyTimeZone: z.string(),
  }),
  refusals: { 'booking-not-found': bookingNotFound },
})

const changeRefusals = {
  'booking-not-found': bookingNotFound,
  'session-over': 'This session has begun or is over, so it can no longer be changed.',
  'booking-cancelled': 'This session was cancelled already.',
} as const

export const moveBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:bookingId/time',
  summary: 'Moves a session to another time, and to another consultant where the member likes',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({ startsAt: z.iso.datetime(), consultantId: z.uuid().nullable() }),
  response: Booking,
  message: 'Your session was moved.',
  refusals: {
    ...changeRefusals,
    ...timeRefusals,
    'too-late-to-move': `Less than ${FREE_HOURS} hours are left before this session, so it can no longer be moved.`,
  },
})

export const cancelBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:bookingId/cancellation',
  summary: 'Cancels a session, with the consequence that the member has read',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({ outcome: Consequence.shape.outcome }),
  response: Booking,
  refusals: {
    ...changeRefusals,
    'later-session-first': 'A later session of this package needs this one. Please cancel the later one first.',
    'consequence-changed': `Since you opened this page, less than ${FREE_HOURS} hours are left before the session. Please read what cancelling means now.`,
  },
})
