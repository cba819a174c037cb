import { MINUTE_MS } from '#platform/shared/durations.ts'

/** Milliseconds since 1970. `until` is exclusive. */
export type Span = { from: number; until: number }

/**
 * Adjacent sessions share one buffer. Each occupies half of it on both sides, rounded up to a minute, so that together
 * they leave a whole buffer. The exclusion constraint compares these occupied ranges.
 */
function minutesOnEachSide(bufferMinutes: number): number {
  return Math.ceil(bufferMinutes / 2)
}

/** A consultant's slot. The occupied range includes half of the buffer on each side. */
export type Slot = { consultantId: string; startsAt: Date; endsAt: Date; occupiedFrom: Date; occupiedUntil: Date }

export function toSlot(
  startsAt: Date,
  minutes: number,
  { consultantId, bufferMinutes }: { consultantId: string; bufferMinutes: number },
): Slot {
  const sideMinutes = minutesOnEachSide(bufferMinutes)
  const minutesAfter = (minutesLater: number) => new Date(startsAt.getTime() + minutesLater * MINUTE_MS)
  return {
    consultantId,
    startsAt,
    endsAt: minutesAfter(minutes),
    occupiedFrom: minutesAfter(-sideMinutes),
    occupiedUntil: minutesAfter(minutes + sideMinutes),
  }
}

/**
 * The range that another session must avoid. It covers a whole buffer on each side of the session, even if the session
 * was booked with a shorter one.
 */
export function toBlockedSpan(session: Span & { occupied: Span }, bufferMinutes: number): Span {
  const halfBuffer = minutesOnEachSide(bufferMinutes) * MINUTE_MS
  const fullBuffer = bufferMinutes * MINUTE_MS
  return {
    from: Math.min(session.occupied.from - halfBuffer, session.from - fullBuffer),
    until: Math.max(session.occupied.until + halfBuffer, session.until + fullBuffer),
  }
}
