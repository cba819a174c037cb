import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { BookingState, Place } from '../contract.ts'
import { noConsultantEntry } from './availability.ts'

/** So many days of the agenda in one question. */
export const MOST_AGENDA_DAYS = 31

/** A session as the consultant who holds it sees it. One that was cancelled is nobody's to see. */
export const AgendaBooking = z.object({
  id: z.uuid(),
  /** null: the account was deleted. */
  memberName: z.string().nullable(),
  packageTitle: z.string(),
  title: z.string(),
  minutes: z.int(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: BookingState.exclude(['reserved', 'cancelled']),
  place: Place,
  /** Where the member wants to be called. */
  phone: z.string().nullable(),
  /** What the member wrote for the consultant. */
  notes: z.string().nullable(),
  /** It has begun, and the time to put the mark right is not over. */
  canBeMarked: z.boolean(),
})
export type AgendaBooking = z.infer<typeof AgendaBooking>

export const listAgenda = endpoint({
  method: 'GET',
  path: '/api/consultant/bookings',
  summary: 'The sessions of the consultant who asks, in order, by days of their own calendar; without cancelled ones',
  access: 'consultant',
  query: PageQuery.extend({
    /** The first day; without one it is today. */
    from: calendarDay().optional(),
    /** The day after the last; without one, a week is shown. */
    until: calendarDay().optional(),
  }),
  response: pageOf(AgendaBooking).extend({
    timeZone: z.string(),
    today: z.iso.date(),
    from: z.iso.date(),
    until: z.iso.date(),
  }),
  refusals: {
    'no-consultant-entry': noConsultantEntry,
    'too-many-days': { status: 400, message: `Please ask for 1 to ${MOST_AGENDA_DAYS} days at once.` },
  },
})

const bookingParams = z.strictObject({ bookingId: z.uuid() })

const bookingRefusals = {
  'no-consultant-entry': noConsultantEntry,
  'booking-not-found': { status: 404, message: 'This session was not found.' },
} as const

/** What is left of a package of the member's, of the services of the consultant. */
const MemberPackage = z.object({
  packageTitle: z.string(),
  until: z.iso.datetime(),
  /** `left` null: without limit, one at a time. */
  sessions: z.array(z.object({ title: z.string(), minutes: z.int(), left: z.int().nullable() })),
})

/** How many of the other sessions of a member a file shows. */
export const MOST_OTHER_SESSIONS = 20

/** One session with the file of its member, as far as it concerns this consultant. */
export const MemberFile = z.object({
  booking: AgendaBooking,
  meetingUrl: z.string().nullable(),
  timeZone: z.string(),
  /** The member's own zone. */
  memberTimeZone: z.string().nullable(),
  packages: z.array(MemberPackage),
  /** Other sessions with this consultant, newest first. */
  others: z.array(AgendaBooking),
})
export type MemberFile = z.infer<typeof MemberFile>

export const getMemberFile = endpoint({
  method: 'GET',
  path: '/api/consultant/bookings/:bookingId',
  summary: 'One session of the consultant with the file of its member',
  access: 'consultant',
  params: bookingParams,
  response: MemberFile,
  refusals: bookingRefusals,
})

export const Mark = z.enum(['held', 'missed'])
export type Mark = z.infer<typeof Mark>

/** How long after a session its mark can be put right. */
export const CORRECTION_DAYS = 7

export const markBooking = endpoint({
  method: 'POST',
  path: '/api/consultant/bookings/:bookingId/mark',
  summary: 'Says whether a session was held or missed; a missed one counts as used, a rated one was held',
  access: 'consultant',
  params: bookingParams,
  body: z.strictObject({ mark: Mark }),
  response: AgendaBooking,
  refusals: {
    ...bookingRefusals,
    'not-begun': 'This session has not begun yet.',
    'session-returned': 'This session was given back to its member, so its mark stays as it is.',
    'session-rated':
      'The member has rated this session, so it stays marked as held. If they were not there, please ask an administrator.',
    'mark-is-final': `This session was marked more than ${CORRECTION_DAYS} days ago. Please ask an administrator to change it.`,
  },
})

/** So long a package runs at least after we cancelled a session of it: time to choose another day. */
export const DAYS_AFTER_CANCELLING = 14

export const foretellIllness = endpoint({
  method: 'GET',
  path: '/api/consultant/illness',
  summary: 'What reporting ill for the rest of today would cancel',
  access: 'consultant',
  response: z.object({
    today: z.iso.date(),
    timeZone: z.string(),
    /** Those that have not begun. */
    sessions: z.array(
      z.object({ id: z.uuid(), startsAt: z.iso.datetime(), title: z.string(), memberName: z.string().nullable() }),
    ),
  }),
  refusals: { 'no-consultant-entry': noConsultantEntry },
})

export const reportIllness = endpoint({
  method: 'POST',
  path: '/api/consultant/illness',
  summary: 'Cancels the sessions of today that have not begun, gives them back, tells the members; today is a day off',
  access: 'consultant',
  /** How many sessions the consultant has read of. */
  body: z.strictObject({ sessions: z.int().min(0).max(500) }),
  response: z.object({ cancelled: z.int() }),
  message: 'Your day is free. Get well soon.',
  refusals: {
    'no-consultant-entry': noConsultantEntry,
    'sessions-changed': 'Since you opened this page, your day has changed. Please read again what would be cancelled.',
  },
})
