import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { Booking, BookingState, CancelledBy, Place } from '../contract.ts'
import { DAYS_AFTER_CANCELLING, Mark } from './agenda.ts'

/** A session as administrators see it. */
export const StaffBooking = z.object({
  id: z.uuid(),
  /** null: the account was deleted. */
  member: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** null: the consultant is not with us any more. */
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
export type StaffBooking = z.infer<typeof StaffBooking>

/** What administrators look for. The list and its file are asked the same way. */
export const BookingFilter = z.strictObject({
  /** The first day, by London's clock; without one it is today. */
  from: calendarDay().optional(),
  days: z.coerce.number().int().min(1).max(366).default(7),
  consultantId: z.uuid().optional(),
  state: BookingState.exclude(['reserved']).optional(),
})
export type BookingFilter = z.infer<typeof BookingFilter>

export const listAllBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  summary: 'The sessions of all consultants in some days, in order, cancelled ones too',
  access: 'administrator',
  query: PageQuery.extend(BookingFilter.shape),
  response: pageOf(StaffBooking).extend({
    today: z.iso.date(),
    from: z.iso.date(),
    /** The day after the last. */
    until: z.iso.date(),
  }),
})

export const downloadBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: BookingFilter,
  response: LargeFileAnswer,
  file: 'text/csv; charset=utf-8',
})

/** What happened with a session, oldest first. */
const LogLine = z.object({
  at: z.iso.datetime(),
  happened: z.enum(['booked', 'moved', 'cancelled', 'use', 'return', 'forfeit', 'grant', 'extension', 'expiry']),
  by: CancelledBy.nullable(),
  reason: z.string().nullable(),
})
export type LogLine = z.infer<typeof LogLine>

/** One session with all that is known of it, and with what can be done about it now. */
export const BookingRecord = StaffBooking.extend({
  phone: z.string().nullable(),
  /** What the member wrote for the consultant. */
  notes: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  log: z.array(LogLine),
  canBeCancelled: z.boolean(),
  canBeMarked: z.boolean(),
  canBeReturned: z.boolean(),
})
export type BookingRecord = z.infer<typeof BookingRecord>

const ofBooking = z.strictObject({ bookingId: z.uuid() })
const bookingNotFound = { status: 404, message: 'This session was not found.' } as const

export const getBookingRecord = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:bookingId',
  summary: 'One session with what happened with it',
  access: 'administrator',
  params: ofBooking,
  response: BookingRecord,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const cancelAnyBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:bookingId/cancellation',
  summary: `The company cancels a session: it is the member's again, for ${DAYS_AFTER_CANCELLING} days at least`,
  access: 'administrator',
  params: ofBooking,
  body: z.strictObject({ reason: text({ required: 'Please say why: the member reads it', max: 200 }) }),
  response: BookingRecord,
  message: 'The session is cancelled. Its member is told.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'session-over': 'This session has begun or is over, so it can no longer be cancelled.',
    'booking-cancelled': 'This session was cancelled already.',
  },
})

export const markAnyBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/:bookingId/mark',
  summary: 'Says whether a session was held or missed, also where its consultant no longer can',
  access: 'administrator',
  params: ofBooking,
  body: z.strictObject({ mark: Mark, reason: text({ required: 'Please say why', max: 200 }) }),
  response: BookingRecord,
  message: 'The mark is saved.',
  refusals: {
    'booking-not-found': bookingNotFound,
    'not-begun': 'This session has not begun yet.',
    'session-returned': 'This session was given back to its member, so its mark stays as it is.',
  },
})
