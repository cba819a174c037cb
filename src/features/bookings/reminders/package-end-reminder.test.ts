import { expect, test } from 'vitest'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { duePackageEndReminder, packageEndEventKey } from './rules.ts'

const start = Date.parse('2026-11-02T10:00:00Z')
const toPackage = (days: number) => ({ startsAt: new Date(start), endsAt: new Date(start + days * 24 * HOUR_MS) })
const reminderBeforeEnd = (days: number, hours: number, milliseconds = 0) =>
  duePackageEndReminder(toPackage(days), new Date(start + (days * 24 - hours) * HOUR_MS + milliseconds))

test('a seven-day package has reminders half-way and exactly 48 hours before its end', () => {
  expect(reminderBeforeEnd(7, 84, -1)).toBeUndefined()
  expect(reminderBeforeEnd(7, 84)).toBe('half')
  expect(reminderBeforeEnd(7, 48, -1)).toBe('half')
  expect(reminderBeforeEnd(7, 48)).toBe('ending')
  expect(reminderBeforeEnd(7, 0, -1)).toBe('ending')
})

test('reminders of other lengths are in proportion', () => {
  expect(reminderBeforeEnd(14, 96, -1)).toBe('half')
  expect(reminderBeforeEnd(14, 96)).toBe('ending')
  expect(reminderBeforeEnd(28, 8 * 24)).toBe('ending')
  expect(reminderBeforeEnd(28, 14 * 24, -1)).toBeUndefined()
})

test('a package that has ended has no reminder', () => {
  expect(reminderBeforeEnd(7, 0)).toBeUndefined()
})

test('an extended package has a new last reminder but no second half-way one', () => {
  const before = { id: 'one', endsAt: toPackage(7).endsAt }
  const after = { id: 'one', endsAt: toPackage(9).endsAt }
  expect(packageEndEventKey(before, 'half')).toBe(packageEndEventKey(after, 'half'))
  expect(packageEndEventKey(before, 'ending')).not.toBe(packageEndEventKey(after, 'ending'))
})
