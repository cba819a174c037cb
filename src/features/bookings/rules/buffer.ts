type Span = { from: number; until: number }

const MINUTE = 60_000

/**
 * Two sessions of a consultant share the buffer between them: each occupies half of it before and after itself, a half
 * minute rounded up, so that two that touch leave one whole buffer. The constraint compares what is occupied.
 */
export function minutesOnEachSide(bufferMinutes: number): number {
  return Math.ceil(bufferMinutes / 2)
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
