import type { BookingState } from '../contract.ts'

type Used = { state: BookingState; isForfeited: boolean; isReturned: boolean; startsAt: Date }

/** Why a session cannot be given back; null where it can: it began, or it was cancelled too late. */
export function returnObstacle(
  { state, isForfeited, isReturned, startsAt }: Used,
  now: Date,
): 'session-not-used' | 'session-returned' | null {
  if (isReturned) return 'session-returned'
  if (state === 'cancelled') return isForfeited ? null : 'session-not-used'
  return startsAt > now ? 'session-not-used' : null
}
