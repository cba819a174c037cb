import { z } from 'zod'
import { memberNotFound, memberParams, Reason } from '#features/accounts/contract.ts'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { Attendance } from '../agenda/contract.ts'
import { BookableSession, BookingChoice } from '../booking/contract.ts'
import { MIN_DAYS_AFTER_CANCELLATION } from '../cancellation/contract.ts'
import { Booking, BookingState, bookingNotFound, bookingParams, CancelledBy, Place } from '../contract.ts'
import { listFreeSlots, MAX_DAYS } from '../slots/contract.ts'

// Staff book for members under the rules that apply to members, for example when a member phones.

const packageRefusals = {
  'session-not-found': { status: 404, message: 'This session isn’t in any of the member’s packages.' },
  'package-on-hold': 'The member’s package is on hold while its payment is disputed, so you can’t book its sessions.',
  'month-not-paid': 'This month of the member’s package hasn’t been paid for yet, so you can’t book its sessions.',
  'package-cancelled': 'The member’s package is cancelled, so you can no longer book its sessions.',
  'package-not-started': 'The member’s package hasn’t started yet. You can book its sessions from the day it starts.',
  'package-ended':
    'The member’s package, or this month of the subscription, has ended, so you can no longer book its sessions.',
} as const

export const listMemberSessions = endpoint('GET /api/admin/members/:memberId/sessions', {
  summary: 'List the sessions in a member’s packages and whether each can be booked',
  access: 'administrator',
  params: memberParams,
  response: z.array(BookableSession),
  refusals: memberNotFound,
})

export const listMemberSlots = endpoint('GET /api/admin/members/:memberId/sessions/slots', {
  summary: 'List the free slots that the member would see for a session',
  access: 'administrator',
  params: memberParams,
  query: listFreeSlots.query,
  response: listFreeSlots.response,
  refusals: {
    ...memberNotFound,
    ...packageRefusals,
    'too-many-days': { status: 400, message: `Request no more than ${MAX_DAYS} days at a time.` },
  },
})

export const bookForMember = endpoint('POST /api/admin/members/:memberId/bookings', {
  summary: 'Book a session for a member under the rules that apply to them, and notify them',
  access: 'administrator',
  params: memberParams,
  body: BookingChoice.safeExtend({
    /** Only the member can write notes, so staff cannot set them. */
    notes: z.null(),
    staffNote: text({ max: 4_000 }).nullable().describe('For the session’s consultant; the member does not see it.'),
    reason: Reason,
  }),
  response: Booking,
  message: 'Session booked. We’ve told the member.',
  refusals: {
    ...memberNotFound,
    ...packageRefusals,
    'no-sessions-left': 'The member’s package has no sessions of this kind left.',
    'already-booked': 'The member has already booked one of these sessions. You can book the next one once it’s over.',
    'earlier-session-first': 'Book the earlier session in this package first.',
    'slot-taken': 'Someone else has just taken this time. Choose another one.',
    'outside-package': 'This time is outside the dates of the member’s package. Choose another one.',
    'booking-overlap': 'The member already has a session at this time. Choose another one.',
    'out-of-order': 'The first session in this package has to finish before the next one starts. Choose another time.',
  },
})

/** Minimum number of days the member has to use a returned session. */
export const DAYS_AFTER_RETURN = 14

/** Settings shared by the endpoints for one session. */
const oneSession = { access: 'administrator', params: bookingParams } as const

const ReasonForMember = z.strictObject({
  reason: text({ required: 'Enter a reason for the member to see', max: 200 }),
})

export const returnSession = endpoint('POST /api/admin/bookings/:bookingId/return', {
  summary: 'Return a used session to its member, with a reason that the member sees',
  ...oneSession,
  body: ReasonForMember,
  response: z.null(),
  message: 'Session returned to the member.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'session-not-used': 'This session doesn’t count as used, so there’s nothing to return.',
    'session-returned': 'This session has already been returned.',
    'package-over': 'This session’s package has been cancelled or refunded, so its sessions can no longer be used.',
  },
})

export const AdminBooking = z.object({
  id: z.uuid(),
  /** Null if the account was deleted. */
  member: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Null if the consultant has left. */
  consultant: z.object({ id: z.uuid(), displayName: z.string() }).nullable(),
  packageTitle: z.string(),
  title: z.string(),
  minutes: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: Booking.shape.state,
  place: Place,
  isForfeited: z.boolean(),
  isReturned: z.boolean(),
})
export type AdminBooking = z.infer<typeof AdminBooking>

/** Filters for the list and its CSV download. */
export const BookingFilter = z.strictObject({
  /** First day, in London time. Defaults to today. */
  from: calendarDay().optional(),
  days: z.coerce.number().int().min(1).max(366).default(7),
  consultantId: z.uuid().optional(),
  state: BookingState.exclude(['reserved']).optional(),
})
export type BookingFilter = z.infer<typeof BookingFilter>

export const listAllBookings = endpoint('GET /api/admin/bookings', {
  summary: 'List the sessions of all consultants in a period, including cancelled ones',
  access: 'administrator',
  query: PageQuery.extend(BookingFilter.shape),
  response: pageOf(AdminBooking).extend({
    today: z.iso.date(),
    from: z.iso.date(),
    /** The day after the last day shown. */
    until: z.iso.date(),
  }),
})

export const downloadBookings = endpoint('GET /api/admin/bookings.csv', {
  summary: 'Download the sessions as CSV',
  query: BookingFilter,
  ...csvDownload,
})

/** One event in a session's history. Logs list them oldest first. */
export const BookingLogEntry = z.object({
  at: z.iso.datetime(),
  happened: z.enum(['booked', 'moved', 'cancelled', 'use', 'return', 'forfeit', 'grant', 'extension', 'expiry']),
  by: CancelledBy.nullable(),
  reason: z.string().nullable(),
})
export type BookingLogEntry = z.infer<typeof BookingLogEntry>

/** One session with its details, its log and the actions allowed now. */
export const BookingRecord = AdminBooking.extend({
  phone: z.string().nullable(),
  /** The member's note to the consultant. */
  notes: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  log: z.array(BookingLogEntry),
  canBeCancelled: z.boolean(),
  canBeMarked: z.boolean(),
  canBeReturned: z.boolean(),
})
export type BookingRecord = z.infer<typeof BookingRecord>

export const getBookingRecord = endpoint('GET /api/admin/bookings/:bookingId', {
  summary: 'Get one session with its log',
  ...oneSession,
  response: BookingRecord,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const cancelAnyBooking = endpoint('POST /api/admin/bookings/:bookingId/cancellation', {
  summary: `Cancel a session on the company’s behalf and return it to the member for at least ${MIN_DAYS_AFTER_CANCELLATION} days`,
  ...oneSession,
  body: ReasonForMember,
  response: BookingRecord,
  message: 'Session cancelled. We’ve told the member.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'session-started': 'This session has already started, so it can’t be cancelled.',
    'booking-cancelled': 'This session is already cancelled.',
  },
})

export const markAnyAttendance = endpoint('POST /api/admin/bookings/:bookingId/attendance', {
  summary: 'Mark a session as completed or missed, even after the consultant’s deadline',
  ...oneSession,
  body: z.strictObject({ attendance: Attendance, reason: text({ required: 'Enter a reason', max: 200 }) }),
  response: BookingRecord,
  message: 'Attendance saved.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'not-started': 'This session hasn’t started yet.',
    'session-returned': 'This session has been returned to the member, so its attendance can’t be changed.',
  },
})
