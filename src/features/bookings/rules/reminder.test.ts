import { expect, test } from 'vitest'
import { dueReminder } from './reminder.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const startsAt = new Date('2026-12-03T10:00:00Z')
const ago = (milliseconds: number) => new Date(startsAt.getTime() - milliseconds)
const longBefore = ago(100 * HOUR)

test.each([
  ['a second before the last 24 hours', 24 * HOUR + SECOND, undefined],
  ['as the last 24 hours begin', 24 * HOUR, '24h'],
  ['a second before the last hour', HOUR + SECOND, '24h'],
  ['as the last hour begins', HOUR, '1h'],
  ['a second before the session', SECOND, '1h'],
  ['as the session begins', 0, undefined],
  ['after it has begun', -SECOND, undefined],
])('%s the reminder that is due is the right one', (_, left, due) => {
  expect(dueReminder({ startsAt, chosenAt: longBefore, now: ago(left) })).toBe(due)
})

test('a session that was booked less than 24 hours before has no reminder of the day, and one of the hour', () => {
  const chosenAt = ago(24 * HOUR - SECOND)
  expect(dueReminder({ startsAt, chosenAt, now: ago(2 * HOUR) })).toBeUndefined()
  expect(dueReminder({ startsAt, chosenAt, now: ago(HOUR) })).toBe('1h')
  expect(dueReminder({ startsAt, chosenAt: ago(24 * HOUR), now: ago(2 * HOUR) })).toBe('24h')
})

test('a session that was booked within the last hour has no reminder', () => {
  expect(dueReminder({ startsAt, chosenAt: ago(HOUR - SECOND), now: ago(SECOND) })).toBeUndefined()
})
