import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { getProfile } from '#features/accounts/profile/contract.ts'
import type { ReasonOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { load } from '#platform/web/attempt.ts'
import { type bookSession, type getBooking, listBookings } from '../contract.ts'

export function fetchBookings(when: 'upcoming' | 'past', cursor?: string) {
  return load(listBookings, { query: { when, cursor } })
}

/** The time zone for the member's sessions (PRODUCT D18). */
export async function loadTimeZone(): Promise<string> {
  return (await load(getProfile)).timeZone
}

/** A session with its cancellation terms. */
export type ShownBooking = ResponseOf<typeof getBooking>

/** Choices live in the search parameters and need no new data, so changing them must not reload the page. */
export function skipRevalidationOnSearch({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSearchOnly = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSearchOnly ? false : defaultShouldRevalidate
}

/** Returns whether another slot solves the refusal, rather than another session. */
export function needsAnotherSlot(reason: string): boolean {
  return remedies[reason as ReasonOf<typeof bookSession>] === 'another-time'
}

const remedies = {
  'slot-taken': 'another-time',
  'outside-package': 'another-time',
  'booking-overlap': 'another-time',
  'out-of-order': 'another-time',
  'session-not-found': 'another-session',
  'no-sessions-left': 'another-session',
  'already-booked': 'another-session',
  'earlier-session-first': 'another-session',
  'package-on-hold': 'another-session',
  'month-not-paid': 'another-session',
  'package-cancelled': 'another-session',
  'package-not-started': 'another-session',
  'package-ended': 'another-session',
} satisfies Record<ReasonOf<typeof bookSession>, 'another-time' | 'another-session'>
