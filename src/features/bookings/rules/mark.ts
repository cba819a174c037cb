import { type AgendaBooking, CORRECTION_DAYS, type Mark } from '../contract/agenda.ts'

const DAY_MS = 86_400_000

type Situation = { state: AgendaBooking['state']; startsAt: Date; endsAt: Date; isReturned: boolean }

/**
 * Why a session cannot be marked now; null where it can. The first mark has no end: a session without one would stay
 * open for ever. A mark can be put right for some days, both ways.
 */
export function markObstacle(
  { state, startsAt, endsAt, isReturned }: Situation,
  now: Date,
): 'not-begun' | 'session-returned' | 'mark-is-final' | null {
  if (startsAt > now) return 'not-begun'
  if (isReturned) return 'session-returned'
  const isFinal = now.getTime() >= endsAt.getTime() + CORRECTION_DAYS * DAY_MS
  return state !== 'booked' && isFinal ? 'mark-is-final' : null
}

/** The same for an administrator, who may put a mark right at any time, and also what a rating contradicts. */
export function staffMarkObstacle(
  { startsAt, isReturned }: Pick<Situation, 'startsAt' | 'isReturned'>,
  now: Date,
): 'not-begun' | 'session-returned' | null {
  if (startsAt > now) return 'not-begun'
  return isReturned ? 'session-returned' : null
}

/** Whoever rated a session was there: nobody makes an unwelcome rating go away by calling the session missed. */
export function contradictsRating(mark: Mark, { isRated }: { isRated: boolean }): boolean {
  return mark === 'missed' && isRated
}
