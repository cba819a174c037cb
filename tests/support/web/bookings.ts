import { getCalendarFeed } from '#features/accounts/calendar-feed/contract.ts'
import { getProfile, type Profile } from '#features/accounts/profile/contract.ts'
import type { AgendaBooking } from '#features/bookings/agenda/contract.ts'
import type { BookableSession } from '#features/bookings/booking/contract.ts'
import { listCalendars } from '#features/bookings/calendar-import/contract.ts'
import type { Booking, SessionConsultant } from '#features/bookings/contract.ts'
import { listBookingFiles, listConsultantBookingFiles } from '#features/bookings/files/contract.ts'
import { getRating } from '#features/bookings/ratings/contract.ts'
import { getWaitlistEntry } from '#features/bookings/waitlist/contract.ts'
import { type FakeAnswer, granted } from './fake-server.ts'

const byEnding: Record<string, FakeAnswer> = {
  '/calendar-feed': granted(getCalendarFeed, null),
  '/calendars': granted(listCalendars, []),
  '/waitlist': granted(getWaitlistEntry, { canJoin: true, windows: [], offer: null }),
  '/files': granted(listBookingFiles, { files: [], canChange: true }),
  '/rating': granted(getRating, {
    canRate: true,
    rating: null,
    canPublish: true,
    consent: { version: '1', text: 'You may tell it.', shownName: 'Ada' },
  }),
}

/** Empty responses to the requests that panels make when a page opens. */
export function answerPanel(address: string): FakeAnswer | undefined {
  if (/^\/api\/consultant\/bookings\/[^/]+\/files$/.test(address)) return granted(listConsultantBookingFiles, [])
  return Object.entries(byEnding).find(([ending]) => address.endsWith(ending))?.[1]
}

export const grace: SessionConsultant = {
  id: '0196b3a0-0000-4000-8000-0000000000c1',
  displayName: 'Grace Hopper',
  picture: '/api/consultants/0196b3a0-0000-4000-8000-0000000000c1/picture',
}

export const alan: SessionConsultant = {
  id: '0196b3a0-0000-4000-8000-0000000000c2',
  displayName: 'Alan Turing',
  picture: null,
}

export function bookable(changes: Partial<BookableSession> = {}): BookableSession {
  return {
    entitlementId: '0196b3a0-0000-4000-8000-000000000001',
    lineKey: 'initial-consultation',
    packageTitle: 'MY FUTURE WEEK',
    serviceType: 'MY_FUTURE',
    title: 'Initial consultation',
    minutes: 30,
    left: 1,
    from: '2026-11-22T10:00:00.000Z',
    until: '2026-12-09T10:00:00.000Z',
    blocker: null,
    earlierTitle: null,
    consultants: [grace, alan],
    ...changes,
  }
}

/** A booking on a Friday at 19:00 in London, which is 14:00 in New York. */
export function booking(changes: Partial<Booking> = {}): Booking {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000b1',
    entitlementId: bookable().entitlementId,
    lineKey: 'initial-consultation',
    packageTitle: 'MY FUTURE WEEK',
    serviceType: 'MY_FUTURE',
    title: 'Initial consultation',
    minutes: 30,
    startsAt: '2026-11-27T19:00:00.000Z',
    endsAt: '2026-11-27T19:30:00.000Z',
    state: 'booked',
    consultant: grace,
    place: 'online',
    meetingUrl: 'https://meet.example.com/grace',
    phone: null,
    notes: null,
    cancelledBy: null,
    isForfeited: false,
    isReturned: false,
    ...changes,
  }
}

/** A session as its consultant sees it, on a Monday at 13:30 in London. */
export function agendaBooking(changes: Partial<AgendaBooking> = {}): AgendaBooking {
  return {
    id: booking().id,
    memberName: 'Grace Hopper',
    packageTitle: 'MY FUTURE WEEK',
    title: 'Initial consultation',
    minutes: 30,
    startsAt: '2026-03-02T13:30:00.000Z',
    endsAt: '2026-03-02T14:00:00.000Z',
    state: 'booked',
    place: 'online',
    phone: null,
    notes: null,
    canBeMarked: false,
    ...changes,
  }
}

/** The profile of a member who uses this time zone. */
export function profileIn(timeZone: string) {
  const profile: Profile = {
    firstName: 'Ada',
    lastName: 'Okafor',
    email: 'ada@example.com',
    emailVerified: true,
    pendingEmail: null,
    mobile: '+447700900123',
    profilePicture: null,
    timeZone,
    guardian: null,
    notifications: [],
  }
  return granted(getProfile, profile)
}
