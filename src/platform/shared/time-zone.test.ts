import { expect, test } from 'vitest'
import { TimeZone } from './date-fields.ts'
import { describeTimeZone, isTimeZone, timeInZone, timeZoneNames } from './time-zone.ts'

test('every offered zone is accepted', () => {
  expect(timeZoneNames()).toContain('Europe/London')
  expect(timeZoneNames().filter((name) => !isTimeZone(name))).toEqual([])
})

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])(
  '%s is accepted as a time zone, under its current or an older name',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', '+01:00', 'london', 'Europe/Atlantis', 'Europe/London\n', '../etc/passwd', 'x'.repeat(200)])(
  '%j is not a time zone and is refused with an error message',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
    if (name.trim() === name) {
      expect(TimeZone.safeParse(name).error?.issues[0]?.message).toBe('Choose a time zone from the list')
    }
  },
)

test('a moment has different local times in different zones', () => {
  const moment = new Date('2026-07-01T23:30:00Z')
  expect(timeInZone(moment, 'Europe/London')).toBe('Thursday 00:30')
  expect(timeInZone(moment, 'America/New_York')).toBe('Wednesday 19:30')
  expect(describeTimeZone('America/New_York')).toBe('America / New York')
})
