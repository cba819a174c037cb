import type { BookingState, CancelledBy } from '../contract.ts'
import type { BookingLogEntry } from './contract.ts'

/** A ledger entry caused by the session. */
type LedgerEntry = { kind: BookingLogEntry['happened']; occurredAt: Date; reason: string | null }

/**
 * Merges the booking's timestamps with its ledger entries, oldest first. Only the last move is stored. The automatic
 * `use` entry for a booking has no reason and is left out.
 */
export function bookingLog(
  booking: Record<'bookedAt' | 'movedAt' | 'cancelledAt', Date | null> & { cancelledBy: CancelledBy | null },
  entries: LedgerEntry[],
): BookingLogEntry[] {
  const changes = [
    { at: booking.bookedAt, happened: 'booked', by: null, reason: null },
    { at: booking.movedAt, happened: 'moved', by: null, reason: null },
    { at: booking.cancelledAt, happened: 'cancelled', by: booking.cancelledBy, reason: null },
  ] as const
  const ledgerEvents = entries
    .filter(({ kind, reason }) => kind !== 'use' || reason !== null)
    .map(({ occurredAt: at, kind: happened, reason }) => ({ at, happened, by: null, reason }))
  return [...changes, ...ledgerEvents]
    .flatMap((event) => (event.at ? { ...event, at: event.at.toISOString() } : []))
    .sort((a, b) => a.at.localeCompare(b.at))
}

type UsedSession = { state: BookingState; isForfeited: boolean; isReturned: boolean; startsAt: Date }

/**
 * Returns why a session cannot be returned, or null if it can. A session counts as used once it has started or been
 * forfeited.
 */
export function returnBlocker(
  { state, isForfeited, isReturned, startsAt }: UsedSession,
  now: Date,
): 'session-not-used' | 'session-returned' | null {
  if (isReturned) return 'session-returned'
  if (state === 'cancelled') return isForfeited ? null : 'session-not-used'
  return startsAt > now ? 'session-not-used' : null
}
