import { expect, test } from 'vitest'
import {
  changeBlocker,
  decideCancellationTerms,
  describeCancellation,
  describeTerms,
  isTooLateToMove,
} from './rules.ts'

const session = { state: 'booked' as const, startsAt: new Date('2026-12-03T10:00:00Z') }

test.each([
  ['24 hours and a second', 'returned', '2026-12-02T09:59:59Z'],
  ['exactly 24 hours', 'returned', '2026-12-02T10:00:00.000Z'],
  ['a millisecond less than 24 hours', 'forfeited', '2026-12-02T10:00:00.001Z'],
  ['24 hours less a second', 'forfeited', '2026-12-02T10:00:01Z'],
  ['a second', 'forfeited', '2026-12-03T09:59:59Z'],
])('a session cancelled %s before it begins is %s', (_, outcome, now) => {
  const moment = new Date(now)
  expect(decideCancellationTerms(session, moment)).toEqual({ outcome, freeUntil: '2026-12-02T10:00:00.000Z' })
  expect(isTooLateToMove(session, moment)).toBe(outcome === 'forfeited')
})

// Clocks change in London on 28 March and 31 October 2027, and in New York on 14 March and 7 November 2027.
test.each([
  ['2027-03-28T10:00:00Z', '2027-03-27T09:00:00Z', 'Europe/London', 'Saturday 27 March 2027 at 10:00'],
  ['2027-10-31T10:00:00Z', '2027-10-30T09:00:00Z', 'Europe/London', 'Saturday 30 October 2027 at 11:00'],
  ['2027-03-14T15:00:00Z', '2027-03-13T09:00:00Z', 'America/New_York', 'Saturday 13 March 2027 at 10:00'],
])('free cancellation ends exactly 24 hours before %s, shown in the member’s time zone', (starts, now, zone, text) => {
  const cancellationTerms = decideCancellationTerms({ state: 'booked', startsAt: new Date(starts) }, new Date(now))
  if (!cancellationTerms) throw new Error('No cancellation terms')
  expect(describeCancellation(cancellationTerms, zone, 'Europe/London')).toContain(
    `Moving or cancelling is free until ${text}`,
  )
  expect(describeTerms(cancellationTerms, zone)).toContain(`until ${text}`)
})

test.each([
  ['that has started', 'booked', '2026-12-03T10:00:00Z', 'session-started'],
  ['that was held', 'held', '2026-12-03T11:00:00Z', 'session-started'],
  ['that was missed', 'missed', '2026-12-03T11:00:00Z', 'session-started'],
  ['that was cancelled', 'cancelled', '2026-12-01T10:00:00Z', 'booking-cancelled'],
] as const)('a session %s cannot be changed', (_, state, now, blocker) => {
  const appointment = { ...session, state }
  expect(changeBlocker(appointment, new Date(now))).toBe(blocker)
  expect(decideCancellationTerms(appointment, new Date(now))).toBeNull()
})
