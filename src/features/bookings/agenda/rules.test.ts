import { expect, test } from 'vitest'
import { attendanceBlocker, contradictsRating } from './rules.ts'

const session = {
  state: 'booked' as const,
  startsAt: new Date('2026-03-02T10:00:00Z'),
  endsAt: new Date('2026-03-02T10:30:00Z'),
  isReturned: false,
}

test.each([
  ['a millisecond before it begins', '2026-03-02T09:59:59.999Z', 'not-started'],
  ['when it begins', '2026-03-02T10:00:00.000Z', null],
  ['a year later, if still unmarked', '2027-03-02T10:00:00Z', null],
])('attendance can be marked once the session has started: %s', (_, now, blocker) => {
  expect(attendanceBlocker(session, new Date(now))).toBe(blocker)
})

test.each(['held', 'missed'] as const)('%s can be corrected until seven days after the session ends', (state) => {
  const marked = { ...session, state }
  expect(attendanceBlocker(marked, new Date('2026-03-09T10:29:59.999Z'))).toBeNull()
  expect(attendanceBlocker(marked, new Date('2026-03-09T10:30:00.000Z'))).toBe('attendance-final')
})

test('a returned session rejects attendance', () => {
  expect(attendanceBlocker({ ...session, isReturned: true }, session.endsAt)).toBe('session-returned')
})

test('a rated session cannot be marked as missed', () => {
  expect(contradictsRating('missed', { isRated: true })).toBe(true)
  expect(contradictsRating('held', { isRated: true })).toBe(false)
  expect(contradictsRating('missed', { isRated: false })).toBe(false)
})
