import { type Consequence, FREE_HOURS } from '../contract.ts'

type Appointment = { state: 'booked' | 'cancelled' | 'held' | 'missed'; startsAt: Date }

/** Why a session can be changed no more, or null. */
export function obstacleToChange(
  { state, startsAt }: Appointment,
  now: Date,
): 'booking-cancelled' | 'session-over' | null {
  if (state === 'cancelled') return 'booking-cancelled'
  return state === 'booked' && startsAt > now ? null : 'session-over'
}

/** The last moment at which it may be moved, and cancelled without loss. */
export function freeUntil({ startsAt }: Pick<Appointment, 'startsAt'>): Date {
  return new Date(startsAt.getTime() - FREE_HOURS * 3_600_000)
}

export function isTooLateToMove(appointment: Pick<Appointment, 'startsAt'>, now: Date): boolean {
  return now > freeUntil(appointment)
}

/** What cancelling now would mean; null where nothing is left to cancel. */
export function consequenceOf(appointment: Appointment, now: Date): Consequence | null {
  if (obstacleToChange(appointment, now)) return null
  return {
    outcome: isTooLateToMove(appointment, now) ? 'forfeited' : 'returned',
    freeUntil: freeUntil(appointment).toISOString(),
  }
}
