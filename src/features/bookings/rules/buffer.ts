type Span = { from: number; until: number }

const MINUTE = 60_000

/**
 * Two sessions of a consultant share the buffer between them: each occupies half of it before and after itself, a half
 * minute rounded up, so that two that touch leave one whole buffer. The constraint compares what is occupied.
 */
export function minutesOnEachSide(bufferMinutes: number): number {
  return Math.ceil(bufferMinutes / 2)
}

type Occupied = { consultantId: string; startsAt: Date; endsAt: Date; occupiedFrom: Date; occupiedUntil: Date }

/** The stretch of a consultant's time that a session takes, with its own part of the buffer on each side. */
export function slotOf(
  startsAt: Date,
  minutes: number,
  { consultantId, sideMinutes }: { consultantId: string; sideMinutes: number },
): Occupied {
  const after = (more: number) => new Date(startsAt.getTime() + more * MINUTE)
  return {
    consultantId,
    startsAt,
    endsAt: after(minutes),
    occupiedFrom: after(-sideMinutes),
    occupiedUntil: after(minutes + sideMinutes),
  }
}

/**
 * What another session has to keep away from: what is occupied, with its own half beside it, and a whole buffer from
 * the session itself, since the buffer may have been a shorter one when this session was booked.
 */
export function distanceOf(session: Span & { occupied: Span }, bufferMinutes: number): Span {
  const own = minutesOnEachSide(bufferMinutes) * MINUTE
  const whole = bufferMinutes * MINUTE
  return {
    from: Math.min(session.occupied.from - own, session.from - whole),
    until: Math.max(session.occupied.until + own, session.until + whole),
  }
}
