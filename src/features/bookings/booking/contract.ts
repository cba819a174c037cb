import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { CancellationTerms, LaterSession } from '../cancellation/contract.ts'
import {
  Booking,
  bookingNotFound,
  bookingParams,
  CHANGE_NOTICE_HOURS,
  changeRefusals,
  LineKey,
  Place,
  packageRefusals,
  SessionConsultant,
} from '../contract.ts'

/** One session type of a member's package, and whether it can be booked now. */
export const BookableSession = z.object({
  entitlementId: z.uuid(),
  lineKey: z.string(),
  packageTitle: z.string(),
  serviceType: ServiceType,
  title: z.string(),
  minutes: z.int(),
  /** Null for unlimited sessions, which are booked one at a time. */
  left: z.int().nullable(),
  /** The session must start between these two times (PRODUCT D22). */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Null if the session can be booked. */
  blocker: z.enum(['no-sessions-left', 'already-booked', 'earlier-session-first']).nullable(),
  /** The session to book first, if that is why this one cannot be booked. */
  earlierTitle: z.string().nullable(),
  /** The consultants who offer this session. */
  consultants: z.array(SessionConsultant),
})
export type BookableSession = z.infer<typeof BookableSession>

export const listBookableSessions = endpoint('GET /api/sessions', {
  summary:
    'List the sessions in the member’s packages and whether each can be booked, ordered by the package’s end date',
  access: 'member',
  response: z.array(BookableSession),
})

/** `consultantId` is null for "first free". */
const SessionChoice = z.strictObject({
  entitlementId: z.uuid(),
  lineKey: LineKey,
  consultantId: z.uuid().nullable(),
})

export const SlotChoice = SessionChoice.extend({ startsAt: z.iso.datetime() })
export type SlotChoice = z.infer<typeof SlotChoice>

const sessionRefusals = {
  ...packageRefusals,
  'no-sessions-left': 'Your package has no sessions of this kind left.',
  'already-booked': 'You’ve already booked one of these sessions. You can book the next one once it’s over.',
  'earlier-session-first': 'Book the earlier session in this package first.',
} as const

/** Refusals that the member can resolve by choosing another slot. */
export const slotRefusals = {
  'slot-taken': 'Someone else has just taken this time. Choose another one.',
  'outside-package': 'This time is outside your package dates. Choose another one.',
  'booking-overlap': 'You already have a session at this time. Choose another one.',
  'out-of-order': 'The first session in this package has to finish before the next one starts. Choose another time.',
} as const

/** How many minutes a slot stays reserved while the member confirms it. */
export const RESERVATION_MINUTES = 5

export const reserveSlot = endpoint('POST /api/reservations', {
  summary: 'Reserve a slot for five minutes while the member confirms it, and release the previous one',
  access: 'member',
  body: SlotChoice,
  response: z.object({ consultant: SessionConsultant, startsAt: z.iso.datetime(), reservedUntil: z.iso.datetime() }),
  refusals: { ...sessionRefusals, ...slotRefusals },
})

export const releaseSlot = endpoint('DELETE /api/reservations', {
  summary: 'Release the slot reserved for the member, if there is one',
  access: 'member',
  response: z.null(),
})

/** Uses the same pattern as the mobile number at registration (SPEC §3). */
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9 ()-]{7,20}$/, 'Enter a phone number, for example +44 7700 900123')

export const BookingChoice = SlotChoice.extend({
  place: Place,
  /** Required if the session is held by phone. */
  phone: Phone.nullable(),
  notes: text({ max: 2_000 }).nullable(),
}).refine(({ place, phone }) => place === 'online' || phone !== null, {
  error: 'Enter a phone number, for example +44 7700 900123',
  path: ['phone'],
})

export const bookSession = endpoint('POST /api/bookings', {
  summary: 'Book a session in one of the member’s packages',
  access: 'member',
  body: BookingChoice,
  response: Booking,
  message: 'Your session is booked.',
  refusals: { ...sessionRefusals, ...slotRefusals },
})

export const listBookings = endpoint('GET /api/bookings', {
  summary: 'List the member’s sessions: upcoming ones soonest first, past and cancelled ones newest first',
  access: 'member',
  query: PageQuery.extend({ when: z.enum(['upcoming', 'past']) }),
  response: pageOf(Booking),
})

export const getBooking = endpoint('GET /api/bookings/:bookingId', {
  summary: 'Get one of the member’s sessions with the terms for moving or cancelling it now',
  access: 'member',
  params: bookingParams,
  response: Booking.extend({
    /** Null if the session is over or cancelled. */
    cancellationTerms: CancellationTerms.nullable(),
    /** Whether the package is on hold during a payment dispute. The session can then be cancelled but not moved. */
    isOnHold: z.boolean(),
    /** A later session that must be cancelled before this one. */
    laterSession: LaterSession.nullable(),
    /** Shown together with the member's time zone (PRODUCT D18). */
    companyTimeZone: z.string(),
  }),
  refusals: { 'booking-not-found': bookingNotFound },
})

export const moveBooking = endpoint('POST /api/bookings/:bookingId/time', {
  summary: 'Move a session to another time, optionally with another consultant',
  access: 'member',
  params: bookingParams,
  body: z.strictObject({ startsAt: z.iso.datetime(), consultantId: z.uuid().nullable() }),
  response: Booking,
  message: 'We’ve moved your session.',
  refusals: {
    ...changeRefusals,
    ...packageRefusals,
    ...slotRefusals,
    'too-late-to-move': `This session starts in less than ${CHANGE_NOTICE_HOURS} hours, so it can’t be moved.`,
  },
})
