import { expect, test } from 'vitest'
import { dayIn, zoneDays } from './calendar.ts'

const toMilliseconds = (moment: string) => Date.parse(moment)
const hour = 60 * 60_000

test.each([
  ['Europe/London', '2026-03-29', 23, ['2026-03-29T00:00:00Z', '2026-03-28T23:00:00Z']],
  ['Europe/London', '2026-10-25', 25, ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z']],
  ['America/New_York', '2026-03-08', 23, ['2026-03-08T05:00:00Z', '2026-03-08T04:00:00Z']],
  ['Australia/Sydney', '2026-04-05', 25, ['2026-04-04T13:00:00Z', '2026-04-04T14:00:00Z']],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, ['2026-04-04T13:00:00Z', '2026-04-04T13:30:00Z']],
  ['Africa/Cairo', '2026-04-24', 23, ['2026-04-23T21:00:00Z']],
  ['Asia/Karachi', '2026-03-29', 24, ['2026-03-28T19:00:00Z']],
])('in %s the %s has %d hours and one midnight per UTC offset', (timeZone, day, hours, midnights) => {
  const noon = toMilliseconds(`${day}T12:00:00Z`)
  const [zoneDay] = zoneDays(timeZone, noon - 6 * hour, noon - 6 * hour)
  expect(zoneDay?.day).toBe(day)
  expect(((zoneDay?.until ?? 0) - (zoneDay?.from ?? 0)) / hour).toBe(hours)
  expect(zoneDay?.stretches.map(({ midnight }) => midnight)).toEqual(midnights.map(toMilliseconds))
})

test('there are no gaps between the stretches of consecutive days', () => {
  const days = zoneDays('Europe/London', toMilliseconds('2026-03-20T12:00:00Z'), toMilliseconds('2026-11-05T12:00:00Z'))
  const stretches = days.flatMap((day) => day.stretches)
  expect(days.map(({ day }) => day)).toHaveLength(231)
  expect(stretches).toHaveLength(233)
  for (const [index, { from }] of stretches.entries()) if (index > 0) expect(stretches[index - 1]?.until).toBe(from)
})

test('Monday is the first day of the week', () => {
  const [monday] = zoneDays(
    'Europe/London',
    toMilliseconds('2026-11-23T12:00:00Z'),
    toMilliseconds('2026-11-23T12:00:00Z'),
  )
  expect(monday?.weekday).toBe(1)
})

test('a day is local to the zone, and an offset counts calendar days', () => {
  expect(dayIn('Australia/Sydney', toMilliseconds('2026-11-20T22:00:00Z'))).toBe('2026-11-21')
  expect(dayIn('America/New_York', toMilliseconds('2026-11-21T02:00:00Z'), 1)).toBe('2026-11-21')
})
