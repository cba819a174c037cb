import { expect, test } from 'vitest'
import { dueWarning, warningReason } from './package-warning.ts'

const HOUR = 3_600_000
const start = Date.parse('2026-11-02T10:00:00Z')
const packageOf = (days: number) => ({ startsAt: new Date(start), endsAt: new Date(start + days * 24 * HOUR) })
const hoursBeforeTheEnd = (days: number, hours: number, milliseconds = 0) =>
  dueWarning(packageOf(days), new Date(start + (days * 24 - hours) * HOUR + milliseconds))

test('a week warns half-way and 48 hours before its end, to the millisecond', () => {
  expect(hoursBeforeTheEnd(7, 84, -1)).toBeUndefined()
  expect(hoursBeforeTheEnd(7, 84)).toBe('half')
  expect(hoursBeforeTheEnd(7, 48, -1)).toBe('half')
  expect(hoursBeforeTheEnd(7, 48)).toBe('ending')
  expect(hoursBeforeTheEnd(7, 0, -1)).toBe('ending')
})

test('other lengths warn in the same proportion', () => {
  expect(hoursBeforeTheEnd(14, 96, -1)).toBe('half')
  expect(hoursBeforeTheEnd(14, 96)).toBe('ending')
  expect(hoursBeforeTheEnd(28, 8 * 24)).toBe('ending')
  expect(hoursBeforeTheEnd(28, 14 * 24, -1)).toBeUndefined()
})

test('nothing warns of a package that has ended', () => {
  expect(hoursBeforeTheEnd(7, 0)).toBeUndefined()
})

test('a package that runs longer has another last warning and no other half', () => {
  const before = { id: 'one', endsAt: packageOf(7).endsAt }
  const after = { id: 'one', endsAt: packageOf(9).endsAt }
  expect(warningReason(before, 'half')).toBe(warningReason(after, 'half'))
  expect(warningReason(before, 'ending')).not.toBe(warningReason(after, 'ending'))
})
