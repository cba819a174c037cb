import { OFFER_HOURS } from '../contract/earlier.ts'
import { freeUntil, obstacleToChange } from './consequence.ts'

type Appointment = Parameters<typeof obstacleToChange>[0]

/** Whoever is offered a time has to have a moment to read of it. */
const SHORTEST_OFFER_MS = 15 * 60_000
const OFFER_MS = OFFER_HOURS * 3_600_000

/** For so long a session can still be offered an earlier time. */
export function canWait(booking: Appointment, now: Date): boolean {
  return obstacleToChange(booking, now) === null && freeUntil(booking).getTime() - now.getTime() >= SHORTEST_OFFER_MS
}

/**
 * Until when a time is kept for whoever it is offered to: two hours, but not after the session can be moved no more, nor
 * after the time itself.
 * @returns null where that is too short to be offered
 */
export function offerUntil(booking: Appointment, startsAt: Date, now: Date): Date | null {
  const until = Math.min(now.getTime() + OFFER_MS, freeUntil(booking).getTime(), startsAt.getTime())
  return until - now.getTime() >= SHORTEST_OFFER_MS ? new Date(until) : null
}

type Window = { from: Date; until: Date }

/** Times to come at which a session could be earlier. */
export function areEarlier(windows: Window[], booking: Appointment, now: Date): boolean {
  return windows.every(({ from, until }) => until > now && from < booking.startsAt)
}

/** Where a session of so many minutes may begin to lie within what is left of a window and before it is booked now, in milliseconds. */
export function startsWithin(
  { from, until }: Window,
  { startsAt, minutes }: { startsAt: Date; minutes: number },
  now: Date,
): { from: number; until: number } {
  const last = until.getTime() - minutes * 60_000
  return { from: Math.max(from.getTime(), now.getTime()), until: Math.min(last + 1, startsAt.getTime()) }
}
