import { MINUTE_MS } from '#platform/shared/durations.ts'

type Span = { from: number; until: number }

/**
 * Adjacent sessions share one buffer. Each occupies half of it on both sides, rounded up to a minute, so together they
 * leave a whole buffer. The exclusion constraint compares these occupied ranges.
 */
export function minutesOnEachSide(bufferMinutes: number): number {
  return Math.ceil(bufferMinutes / 2)
}

type Occupied = { consultantId: string; startsAt: Date; endsAt: Date; occupiedFrom: Date; occupiedUntil: Date }

/** Computes the range a session occupies, with half of the buffer on each side. */
export function slotOf(
  startsAt: Date,
  minutes: number,
  { consultantId, sideMinutes }: { consultantId: string; sideMinutes: number },
): Occupied {
  const after = (more: number) => new Date(startsAt.getTime() + more * MINUTE_MS)
  return {
    consultantId,
    startsAt,
    endsAt: after(minutes),
    occupiedFrom: after(-sideMinutes),
    occupiedUntil: after(minutes + sideMinutes),
  }
}

/**
 * The range another session must avoid. It keeps a whole buffer from the session, because the buffer may have been
 * shorter when that was booked.
 */
export function blockedSpanOf(session: Span & { occupied: Span }, bufferMinutes: number): Span {
  const own = minutesOnEachSide(bufferMinutes) * MINUTE_MS
  const whole = bufferMinutes * MINUTE_MS
  return {
    from: Math.min(session.occupied.from - own, session.from - whole),
    until: Math.max(session.occupied.until + own, session.until + whole),
  }
}
