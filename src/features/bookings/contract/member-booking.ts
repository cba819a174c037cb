import { z } from 'zod'
import { memberNotFound, ofMember, Reason } from '#features/accounts/contract/member-account.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { BookableSession, Booking, BookingChoice, listFreeTimes, MOST_DAYS } from '../contract.ts'

// What a member could book themselves, for staff who book it with them on the telephone.

const sessionNotFound = { status: 404, message: 'This session is not part of a package of theirs.' } as const

export const listMemberSessions = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/sessions',
  summary: 'What a member can book of their packages',
  access: 'administrator',
  params: ofMember,
  response: z.array(BookableSession),
  refusals: memberNotFound,
})

export const listMemberTimes = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/sessions/times',
  summary: 'When a session of a member can be held, as the member would be shown it',
  access: 'administrator',
  params: ofMember,
  query: listFreeTimes.query,
  response: listFreeTimes.response,
  refusals: {
    ...memberNotFound,
    'session-not-found': sessionNotFound,
    'too-many-days': { status: 400, message: `Please ask for at most ${MOST_DAYS} days at once.` },
  },
})

export const bookForMember = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/bookings',
  summary: 'Book a session of a member’s package for them: the same rules, and they are told of it',
  access: 'administrator',
  params: ofMember,
  body: BookingChoice.safeExtend({ reason: Reason }),
  response: Booking,
  message: 'The session is booked, and the member has been told.',
  refusals: {
    ...memberNotFound,
    'session-not-found': sessionNotFound,
    'none-left': 'No session of this kind is left in their package.',
    'one-is-open': 'They have booked a session of this kind already. The next one can be booked when it is over.',
    'earlier-session-first': 'Please book the earlier session of this package first.',
    'package-ended': 'This package has ended, so its sessions can no longer be booked.',
    'slot-taken': 'Somebody else has just taken this time. Please choose another one.',
    'outside-package': 'This time is outside of the days of their package. Please choose another one.',
    'own-session-then': 'They have another session at this time. Please choose another one.',
    'out-of-order':
      'The first session of this package has to be over before the next one begins. Please choose another time.',
  },
})
