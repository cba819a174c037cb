import { CORRECTION_DAYS } from '../contract/agenda.ts'
import type { BookingState } from '../contract.ts'

const DAY_MS = 86_400_000

type Situation = { state: BookingState; startsAt: Date; endsAt: Date; isReturned: boolean }

/**
 * Why a session cannot be marked now; null where it can. The first mark has no end: a session without one would stay
 * open for ever. A mark can be put right for some days, both ways.
 */
export function markObstacle(
  { state, startsAt, endsAt, isReturned }: Situation,
  now: Date,
): 'not-begun' | 'booking-cancelled' | 'session-returned' | 'mark-is-final' | null {
  if (state === 'cancelled' || state === 'reserved') return 'booking-cancelled'
  if (startsAt > now) return 'not-begun'
  if (isReturned) return 'session-returned'
  const isFinal = now.getTime() >= endsAt.getTime() + CORRECTION_DAYS * DAY_MS
  return state !== 'booked' && isFinal ? 'mark-is-final' : null
}
