import { z } from 'zod'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { Booking, BookingState, bookingNotFound, bookingParams, noConsultantProfile } from '../contract.ts'

export const MAX_AGENDA_DAYS = 31

/** A session as its consultant sees it. Consultants do not see cancelled sessions. */
export const AgendaBooking = Booking.pick({
  id: true,
  packageTitle: true,
  title: true,
  minutes: true,
  startsAt: true,
  endsAt: true,
  place: true,
  phone: true,
  notes: true,
}).extend({
  /** Null if the account was deleted. */
  memberName: z.string().nullable(),
  state: BookingState.exclude(['reserved', 'cancelled']),
  /** Whether the session has started and its attendance can still be marked or corrected. */
  canBeMarked: z.boolean(),
})
export type AgendaBooking = z.infer<typeof AgendaBooking>

export const listAgenda = endpoint('GET /api/consultant/bookings', {
  summary: 'List the consultant’s own sessions by day in their time zone, excluding cancelled ones',
  access: 'consultant',
  query: PageQuery.extend({
    /** First day. Defaults to today. */
    from: calendarDay().optional(),
    /** The day after the last day. Defaults to one week after the first. */
    until: calendarDay().optional(),
  }),
  response: pageOf(AgendaBooking).extend({
    timeZone: z.string(),
    today: z.iso.date(),
    from: z.iso.date(),
    until: z.iso.date(),
  }),
  refusals: {
    'no-consultant-profile': noConsultantProfile,
    'too-many-days': { status: 400, message: `Request 1 to ${MAX_AGENDA_DAYS} days at a time.` },
  },
})

const bookingRefusals = {
  'no-consultant-profile': noConsultantProfile,
  'booking-not-found': bookingNotFound,
} as const

/** A member's package, limited to this consultant's services. */
const MemberPackage = z.object({
  packageTitle: z.string(),
  until: z.iso.datetime(),
  /** `left` is null for unlimited sessions, which are booked one at a time. */
  sessions: z.array(z.object({ title: z.string(), minutes: z.int(), left: z.int().nullable() })),
})

/** Maximum number of other sessions shown alongside a booking. */
export const MAX_OTHER_SESSIONS = 20

/** One session, with the details of its member that are relevant to this consultant. */
export const ConsultantBooking = z.object({
  booking: AgendaBooking,
  meetingUrl: z.string().nullable(),
  timeZone: z.string(),
  /** The member's time zone. */
  memberTimeZone: z.string().nullable(),
  packages: z.array(MemberPackage),
  /** The member's other sessions with this consultant, newest first. */
  others: z.array(AgendaBooking),
})
export type ConsultantBooking = z.infer<typeof ConsultantBooking>

export const getConsultantBooking = endpoint('GET /api/consultant/bookings/:bookingId', {
  summary: 'Get one of the consultant’s sessions with its member’s packages and other sessions',
  access: 'consultant',
  params: bookingParams,
  response: ConsultantBooking,
  refusals: bookingRefusals,
})

export const Attendance = z.enum(['held', 'missed'])
export type Attendance = z.infer<typeof Attendance>

/** Number of days after a session in which the consultant can correct its attendance. */
export const CORRECTION_DAYS = 7

export const markAttendance = endpoint('POST /api/consultant/bookings/:bookingId/attendance', {
  summary: 'Mark a session as completed or missed; a rated session can’t be marked as missed',
  access: 'consultant',
  params: bookingParams,
  body: z.strictObject({ attendance: Attendance }),
  response: AgendaBooking,
  refusals: {
    ...bookingRefusals,
    'not-started': 'This session hasn’t started yet.',
    'session-returned': 'This session has been returned to the member, so its attendance can’t be changed.',
    'session-rated':
      'The member has rated this session, so it has to stay marked as completed. If they weren’t there, ask an administrator to change it.',
    'attendance-final': `Attendance was marked more than ${CORRECTION_DAYS} days ago. Ask an administrator to change it.`,
  },
})

export const previewSickDay = endpoint('GET /api/consultant/sick-day', {
  summary: 'Preview which sessions a sick day would cancel',
  access: 'consultant',
  response: z.object({
    today: z.iso.date(),
    timeZone: z.string(),
    /** Sessions that have not started. */
    sessions: z.array(AgendaBooking.pick({ id: true, startsAt: true, title: true, memberName: true })),
  }),
  refusals: { 'no-consultant-profile': noConsultantProfile },
})

export const reportSickDay = endpoint('POST /api/consultant/sick-day', {
  summary: 'Cancel and return today’s remaining sessions, notify their members and make today a day off',
  access: 'consultant',
  /** Number of sessions the consultant agreed to cancel. The request is refused if it has changed. */
  body: z.strictObject({ sessions: z.int().min(0).max(500) }),
  response: z.object({ cancelled: z.int() }),
  message: 'Your day is clear. Get well soon.',
  refusals: {
    'no-consultant-profile': noConsultantProfile,
    'sessions-changed':
      'Your day has changed since you opened this page. Check again which sessions would be cancelled.',
  },
})
