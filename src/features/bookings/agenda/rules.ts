import { DAY_MS } from '#platform/shared/durations.ts'
import { type AgendaBooking, type Attendance, CORRECTION_DAYS } from './contract.ts'

type Situation = { state: AgendaBooking['state']; startsAt: Date; endsAt: Date; isReturned: boolean }

/**
 * Returns why attendance at a session cannot be marked now, or null if it can. There is no deadline for marking
 * attendance the first time, because otherwise an unmarked session would stay open forever. It can then be corrected
 * for `CORRECTION_DAYS`.
 */
export function attendanceBlocker(
  { state, startsAt, endsAt, isReturned }: Situation,
  now: Date,
): 'not-started' | 'session-returned' | 'attendance-final' | null {
  if (startsAt > now) return 'not-started'
  if (isReturned) return 'session-returned'
  const isFinal = now.getTime() >= endsAt.getTime() + CORRECTION_DAYS * DAY_MS
  return state !== 'booked' && isFinal ? 'attendance-final' : null
}

/** The rule for administrators, who can correct attendance at any time, even if the member has rated the session. */
export function adminAttendanceBlocker(
  { startsAt, isReturned }: Pick<Situation, 'startsAt' | 'isReturned'>,
  now: Date,
): 'not-started' | 'session-returned' | null {
  if (startsAt > now) return 'not-started'
  return isReturned ? 'session-returned' : null
}

/**
 * A rating proves attendance. Without this rule, a consultant could remove a bad rating by marking the session as
 * missed.
 */
export function contradictsRating(attendance: Attendance, { isRated }: { isRated: boolean }): boolean {
  return attendance === 'missed' && isRated
}
