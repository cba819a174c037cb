import { expect, test } from 'vitest'
import { TimeZone } from './chosen-time-zone.ts'
import { isTimeZone, timeInZone, timeZoneNames, zoneInWords } from './time-zone.ts'

test('every zone that is offered is taken', () => {
  expect(timeZoneNames()).toContain('Europe/London')
  expect(timeZoneNames().filter((name) => !isTimeZone(name))).toEqual([])
})

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5'])(
  '%s is a zone, by whichever name a browser says it',
  (name) => {
    expect(isTimeZone(name)).toBe(true)
  },
)

test.each(['', '+01:00', 'london', 'Europe/Atlantis', 'Europe/London\n', '../etc/passwd', 'x'.repeat(200)])(
  '%j is no zone, and is refused in words',
  (name) => {
    expect(isTimeZone(name)).toBe(false)
    if (name.trim() === name) {
      expect(TimeZone.safeParse(name).error?.issues[0]?.message).toBe('Please choose a time zone from the list')
    }
  },
)

test('the same moment reads differently in another zone', () => {
  const moment = new Date('2026-07-01T23:30:00Z')
  expect(timeInZone(moment, 'Europe/London')).toBe('Thursday 00:30')
  expect(timeInZone(moment, 'America/New_York')).toBe('Wednesday 19:30')
  expect(zoneInWords('America/New_York')).toBe('America / New York')
})
