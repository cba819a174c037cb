import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { getProfile } from '#features/accounts/contract/profile.ts'
import type { ReasonOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { load } from '#platform/web/load.ts'
import { type bookSession, type getBooking, listBookings } from '../contract.ts'

export function fetchBookings(when: 'upcoming' | 'past', cursor?: string) {
  return load(listBookings, { query: { when, cursor } })
}

/** In which zone the member reads their sessions (PRODUCT D18). */
export async function loadTimeZone(): Promise<string> {
  return (await load(getProfile)).timeZone
}

/** A session with what changing it would mean. */
export type ShownBooking = ResponseOf<typeof getBooking>

/** What is chosen stands in the address, and asks the server for nothing that the page shows. */
export function keepWhatIsLoaded({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOnlyChosen = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isOnlyChosen ? false : defaultShouldRevalidate
}

/** Whether a refusal is answered by another time, rather than by another session. */
export function isAboutTime(reason: string): boolean {
  return answers[reason as ReasonOf<typeof bookSession>] === 'another-time'
}

const answers = {
  'slot-taken': 'another-time',
  'outside-package': 'another-time',
  'own-session-then': 'another-time',
  'out-of-order': 'another-time',
  'session-not-found': 'another-session',
  'none-left': 'another-session',
  'one-is-open': 'another-session',
  'earlier-session-first': 'another-session',
  'package-ended': 'another-session',
} satisfies Record<ReasonOf<typeof bookSession>, 'another-time' | 'another-session'>
