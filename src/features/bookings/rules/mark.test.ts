import { expect, test } from 'vitest'
import { contradictsRating, markObstacle } from './mark.ts'

const session = {
  state: 'booked' as const,
  startsAt: new Date('2026-03-02T10:00:00Z'),
  endsAt: new Date('2026-03-02T10:30:00Z'),
  isReturned: false,
}

test.each([
  ['a millisecond before it begins', '2026-03-02T09:59:59.999Z', 'not-begun'],
  ['when it begins', '2026-03-02T10:00:00.000Z', null],
  ['a year later, if nobody has marked it', '2027-03-02T10:00:00Z', null],
])('a session is marked: %s', (_, now, obstacle) => {
  expect(markObstacle(session, new Date(now))).toBe(obstacle)
})

test.each(['held', 'missed'] as const)('%s can be put right until seven days after its end', (state) => {
  const marked = { ...session, state }
  expect(markObstacle(marked, new Date('2026-03-09T10:29:59.999Z'))).toBeNull()
  expect(markObstacle(marked, new Date('2026-03-09T10:30:00.000Z'))).toBe('mark-is-final')
})

test('a session that was given back to its member is not marked any more', () => {
  expect(markObstacle({ ...session, isReturned: true }, session.endsAt)).toBe('session-returned')
})

test('a session that its member has rated was held', () => {
  expect(contradictsRating('missed', { isRated: true })).toBe(true)
  expect(contradictsRating('held', { isRated: true })).toBe(false)
  expect(contradictsRating('missed', { isRated: false })).toBe(false)
})
