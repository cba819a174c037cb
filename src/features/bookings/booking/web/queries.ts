import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { getProfile } from '#features/accounts/profile/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { load } from '#platform/web/attempt.ts'
import { type getBooking, listBookings, slotRefusals } from '../contract.ts'

export function fetchBookings(when: 'upcoming' | 'past', cursor?: string) {
  return load(listBookings, { query: { when, cursor } })
}

/** The time zone used for the member's sessions (PRODUCT D18). */
export async function loadTimeZone(): Promise<string> {
  return (await load(getProfile)).timeZone
}

/** A session with its cancellation terms. */
export type ShownBooking = ResponseOf<typeof getBooking>

/** The choices are in the query parameters and need no new data, so changing them must not reload the page. */
export function skipRevalidationOnSearch({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSearchOnly = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSearchOnly ? false : defaultShouldRevalidate
}

/** Returns whether the refusal can be resolved by choosing another slot, rather than another session. */
export function needsAnotherSlot(reason: string): boolean {
  return Object.hasOwn(slotRefusals, reason)
}
