import { expect, test } from 'vitest'
import { changeBlocker, decideCancellationTerms, isTooLateToMove } from './rules.ts'

const session = { state: 'booked' as const, startsAt: new Date('2026-12-03T10:00:00Z') }

test.each([
  ['24 hours and a second', 'returned', '2026-12-02T09:59:59Z'],
  ['24 hours to the millisecond', 'returned', '2026-12-02T10:00:00.000Z'],
  ['a millisecond less than 24 hours', 'forfeited', '2026-12-02T10:00:00.001Z'],
  ['24 hours less a second', 'forfeited', '2026-12-02T10:00:01Z'],
  ['a second', 'forfeited', '2026-12-03T09:59:59Z'],
])('%s before it begins, a cancelled session is %s', (_, outcome, now) => {
  const moment = new Date(now)
  expect(decideCancellationTerms(session, moment)).toEqual({ outcome, freeUntil: '2026-12-02T10:00:00.000Z' })
  expect(isTooLateToMove(session, moment)).toBe(outcome === 'forfeited')
})

test('the free period is exactly 24 hours even if the clocks change', () => {
  const afterTheChange = { ...session, startsAt: new Date('2027-03-28T10:00:00Z') }
  expect(decideCancellationTerms(afterTheChange, session.startsAt)?.freeUntil).toBe('2027-03-27T10:00:00.000Z')
})

test.each([
  ['that has begun', 'booked', '2026-12-03T10:00:00Z', 'session-started'],
  ['that was held', 'held', '2026-12-03T11:00:00Z', 'session-started'],
  ['that was missed', 'missed', '2026-12-03T11:00:00Z', 'session-started'],
  ['that was cancelled', 'cancelled', '2026-12-01T10:00:00Z', 'booking-cancelled'],
] as const)('a session %s cannot be changed', (_, state, now, blocker) => {
  const appointment = { ...session, state }
  expect(changeBlocker(appointment, new Date(now))).toBe(blocker)
  expect(decideCancellationTerms(appointment, new Date(now))).toBeNull()
})
