import { HOUR_MS } from '#platform/shared/durations.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { CHANGE_NOTICE_HOURS } from '../contract.ts'
import type { CancellationTerms, LaterSession } from './contract.ts'

/** Describes what happens if the session is cancelled now, in local time (PRODUCT D21). */
export function describeCancellation(
  { outcome, freeUntil }: CancellationTerms,
  timeZone: string,
  companyZone: string,
): string {
  const moment = formatTimeWithZone(freeUntil, timeZone, companyZone)
  const sentences = {
    returned: `Moving or cancelling is free until ${moment}. If you cancel, the session goes back into your package.`,
    forfeited: `The deadline to move or cancel for free was ${moment}. If you cancel now, the session will count as used.`,
  } satisfies Record<CancellationTerms['outcome'], string>
  return sentences[outcome]
}

/** Describes the same terms before the session is booked. */
export function describeTerms({ outcome, freeUntil }: CancellationTerms, timeZone: string): string {
  const moment = formatTimeWithZone(freeUntil, timeZone)
  const sentences = {
    returned: `You can move this session, or cancel and get it back, until ${moment}.`,
    forfeited: `This session starts in less than ${CHANGE_NOTICE_HOURS} hours. Once booked, it can’t be moved, and it’ll count as used even if you cancel.`,
  } satisfies Record<CancellationTerms['outcome'], string>
  return sentences[outcome]
}

export function describeLaterSession({ title, startsAt }: LaterSession, timeZone: string, companyZone: string): string {
  const moment = formatTimeWithZone(startsAt, timeZone, companyZone)
  return `You’ve booked “${title}” for ${moment}, and it depends on this session. To cancel this session, cancel that one first.`
}

type Appointment = { state: 'booked' | 'cancelled' | 'held' | 'missed'; startsAt: Date }

/** Returns why a session can no longer be changed, or null if it can. */
export function changeBlocker(
  { state, startsAt }: Appointment,
  now: Date,
): 'booking-cancelled' | 'session-started' | null {
  if (state === 'cancelled') return 'booking-cancelled'
  return state === 'booked' && startsAt > now ? null : 'session-started'
}

/** The latest time to move a session, or to cancel it without forfeiting it. */
export function freeUntil({ startsAt }: Pick<Appointment, 'startsAt'>): Date {
  return new Date(startsAt.getTime() - CHANGE_NOTICE_HOURS * HOUR_MS)
}

export function isTooLateToMove(appointment: Pick<Appointment, 'startsAt'>, now: Date): boolean {
  return now > freeUntil(appointment)
}

/** Returns what happens if the session is cancelled now, or null if it can no longer be cancelled. */
export function decideCancellationTerms(appointment: Appointment, now: Date): CancellationTerms | null {
  if (changeBlocker(appointment, now)) return null
  return {
    outcome: isTooLateToMove(appointment, now) ? 'forfeited' : 'returned',
    freeUntil: freeUntil(appointment).toISOString(),
  }
}
