import type { LogLine } from '../contract/staff.ts'
import type { CancelledBy } from '../contract.ts'

type Moments = {
  bookedAt: Date | null
  movedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: CancelledBy | null
}

/** A line of the ledger that a session caused. */
type CausedEntry = { kind: LogLine['happened']; occurredAt: Date; reason: string | null }

/**
 * What happened with a session, oldest first: what became of it, and what the ledger says. Of several moves only the
 * last is known. Taking a session of the package when it is booked needs no line of its own.
 */
export function bookingLog(
  { bookedAt, movedAt, cancelledAt, cancelledBy }: Moments,
  entries: CausedEntry[],
): LogLine[] {
  const moments = [
    ...(bookedAt ? [{ at: bookedAt, happened: 'booked' as const, by: null, reason: null }] : []),
    ...(movedAt ? [{ at: movedAt, happened: 'moved' as const, by: null, reason: null }] : []),
    ...(cancelledAt ? [{ at: cancelledAt, happened: 'cancelled' as const, by: cancelledBy, reason: null }] : []),
    ...entries
      .filter(({ kind, reason }) => kind !== 'use' || reason !== null)
      .map(({ occurredAt: at, kind: happened, reason }) => ({ at, happened, by: null, reason })),
  ]
  return moments
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((line) => ({ ...line, at: line.at.toISOString() }))
}
