import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { changeBlocker, freeUntil } from '../cancellation/rules.ts'

type Appointment = Parameters<typeof changeBlocker>[0]

/** An offer must last long enough for the member to read it. */
const MIN_OFFER_MS = 15 * MINUTE_MS
/** How long an offered slot stays reserved for the member. */
const OFFER_MS = 2 * HOUR_MS

/** Returns whether there is still time to offer the session an earlier slot. */
export function canJoinWaitlist(booking: Appointment, now: Date): boolean {
  return changeBlocker(booking, now) === null && freeUntil(booking).getTime() - now.getTime() >= MIN_OFFER_MS
}

/**
 * When an offer expires: after two hours, or when the slot starts or the session can no longer be moved, if that is
 * sooner.
 * @returns null if that leaves too little time for an offer
 */
export function offerExpiry(booking: Appointment, startsAt: Date, now: Date): Date | null {
  const until = Math.min(now.getTime() + OFFER_MS, freeUntil(booking).getTime(), startsAt.getTime())
  return until - now.getTime() >= MIN_OFFER_MS ? new Date(until) : null
}

type WaitlistWindow = { from: Date; until: Date }

/** Checks that the windows are not over and start before the session. */
export function areEarlier(windows: WaitlistWindow[], booking: Appointment, now: Date): boolean {
  return windows.every(({ from, until }) => until > now && from < booking.startsAt)
}

/** Range of start times within a window, after now and before the booked time. Milliseconds since 1970. */
export function startsWithin(
  { from, until }: WaitlistWindow,
  { startsAt, minutes }: { startsAt: Date; minutes: number },
  now: Date,
): { from: number; until: number } {
  const last = until.getTime() - minutes * MINUTE_MS
  return { from: Math.max(from.getTime(), now.getTime()), until: Math.min(last + 1, startsAt.getTime()) }
}
