import { expect, test } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { duePackageEndReminder, dueReminder, packageEndEventKey } from './rules.ts'

const SECOND = 1_000
const startsAt = new Date('2026-12-03T10:00:00Z')
const ago = (milliseconds: number) => new Date(startsAt.getTime() - milliseconds)
const longBefore = ago(100 * HOUR_MS)

test.each([
  ['a second before the last 24 hours', 24 * HOUR_MS + SECOND, undefined],
  ['when the last 24 hours begin', 24 * HOUR_MS, '24h'],
  ['a second before the last hour', HOUR_MS + SECOND, '24h'],
  ['when the last hour begins', HOUR_MS, '1h'],
  ['a second before the session', SECOND, '1h'],
  ['when the session starts', 0, undefined],
  ['after the session has started', -SECOND, undefined],
])('chooses the reminder that is due %s', (_, millisecondsLeft, due) => {
  expect(dueReminder({ startsAt, chosenAt: longBefore, now: ago(millisecondsLeft) })).toBe(due)
})

test('a session booked less than 24 hours ahead gets only the one-hour reminder', () => {
  const chosenAt = ago(24 * HOUR_MS - SECOND)
  expect(dueReminder({ startsAt, chosenAt, now: ago(2 * HOUR_MS) })).toBeUndefined()
  expect(dueReminder({ startsAt, chosenAt, now: ago(HOUR_MS) })).toBe('1h')
  expect(dueReminder({ startsAt, chosenAt: ago(24 * HOUR_MS), now: ago(2 * HOUR_MS) })).toBe('24h')
})

test('a session booked less than an hour ahead gets no reminder', () => {
  expect(dueReminder({ startsAt, chosenAt: ago(HOUR_MS - SECOND), now: ago(SECOND) })).toBeUndefined()
})

const start = Date.parse('2026-11-02T10:00:00Z')
const toPackage = (days: number) => ({ startsAt: new Date(start), endsAt: new Date(start + days * 24 * HOUR_MS) })
const reminderBeforeEnd = (days: number, hours: number, milliseconds = 0) =>
  duePackageEndReminder(toPackage(days), new Date(start + (days * 24 - hours) * HOUR_MS + milliseconds))

test('a seven-day package gets reminders halfway through and exactly 48 hours before it ends', () => {
  expect(reminderBeforeEnd(7, 84, -1)).toBeUndefined()
  expect(reminderBeforeEnd(7, 84)).toBe('half')
  expect(reminderBeforeEnd(7, 48, -1)).toBe('half')
  expect(reminderBeforeEnd(7, 48)).toBe('ending')
  expect(reminderBeforeEnd(7, 0, -1)).toBe('ending')
})

test('longer packages get their reminders proportionally earlier', () => {
  expect(reminderBeforeEnd(14, 96, -1)).toBe('half')
  expect(reminderBeforeEnd(14, 96)).toBe('ending')
  expect(reminderBeforeEnd(28, 8 * 24)).toBe('ending')
  expect(reminderBeforeEnd(28, 14 * 24, -1)).toBeUndefined()
})

test('a package that has ended gets no reminder', () => {
  expect(reminderBeforeEnd(7, 0)).toBeUndefined()
})

test('an extended package gets a new final reminder but no second halfway reminder', () => {
  const before = { id: 'one', endsAt: toPackage(7).endsAt }
  const after = { id: 'one', endsAt: toPackage(9).endsAt }
  expect(packageEndEventKey(before, 'half')).toBe(packageEndEventKey(after, 'half'))
  expect(packageEndEventKey(before, 'ending')).not.toBe(packageEndEventKey(after, 'ending'))
})
