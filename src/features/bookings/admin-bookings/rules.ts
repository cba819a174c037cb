import type { BookingState, CancelledBy } from '../contract.ts'
import type { BookingLogEntry } from './contract.ts'

type BookingTimestamps = {
  bookedAt: Date | null
  movedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: CancelledBy | null
}

/** A ledger entry that the session caused. */
type LedgerEntry = { kind: BookingLogEntry['happened']; occurredAt: Date; reason: string | null }

/**
 * Merges the booking's timestamps with its ledger entries, oldest first. Only the last move is stored. The automatic
 * `use` entry of a booking has no reason and is left out.
 */
export function bookingLog(
  { bookedAt, movedAt, cancelledAt, cancelledBy }: BookingTimestamps,
  entries: LedgerEntry[],
): BookingLogEntry[] {
  const events = [
    ...(bookedAt ? [{ at: bookedAt, happened: 'booked' as const, by: null, reason: null }] : []),
    ...(movedAt ? [{ at: movedAt, happened: 'moved' as const, by: null, reason: null }] : []),
    ...(cancelledAt ? [{ at: cancelledAt, happened: 'cancelled' as const, by: cancelledBy, reason: null }] : []),
    ...entries
      .filter(({ kind, reason }) => kind !== 'use' || reason !== null)
      .map(({ occurredAt: at, kind: happened, reason }) => ({ at, happened, by: null, reason })),
  ]
  return events.sort((a, b) => a.at.getTime() - b.at.getTime()).map((line) => ({ ...line, at: line.at.toISOString() }))
}

type UsedSession = { state: BookingState; isForfeited: boolean; isReturned: boolean; startsAt: Date }

/** Returns why a session cannot be returned, or null if it can. A session is used once it starts or is forfeited. */
export function returnBlocker(
  { state, isForfeited, isReturned, startsAt }: UsedSession,
  now: Date,
): 'session-not-used' | 'session-returned' | null {
  if (isReturned) return 'session-returned'
  if (state === 'cancelled') return isForfeited ? null : 'session-not-used'
  return startsAt > now ? 'session-not-used' : null
}
