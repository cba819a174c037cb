import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import {
  addMonths,
  clockElsewhere,
  clockInZone,
  formatShortTime,
  formatTimeInZone,
  formatTimeWithZone,
  localDay,
  localMonth,
  momentAt,
  zoneName,
} from './local-time.ts'

const LONDON = 'Europe/London'
const NEW_YORK = 'America/New_York'

test("the repeated hour's two occurrences are distinguishable when clocks go back", () => {
  expect(clockInZone('2026-10-25T00:30:00.000Z', LONDON)).toBe('01:30 (UTC+01:00)')
  expect(clockInZone('2026-10-25T01:30:00.000Z', LONDON)).toBe('01:30 (UTC+00:00)')
  expect(clockInZone('2026-10-25T02:00:00.000Z', LONDON)).toBe('02:00')
})

test("a moment is shown in the reader's zone, with London time beside it", () => {
  expect(formatTimeWithZone('2026-11-27T19:00:00.000Z', NEW_YORK, LONDON)).toBe(
    'Friday 27 November 2026 at 14:00 (New York time; 19:00 London time)',
  )
})

test("an email's subject has the short date and the time in the reader's zone", () => {
  expect(formatShortTime('2026-03-10T18:00:00.000Z', NEW_YORK)).toBe('Tue 10 March, 14:00')
})

test("London time is left out if the reader's time is the same", () => {
  expect(formatTimeWithZone('2026-11-27T19:00:00.000Z', 'Europe/Lisbon', LONDON)).toBe(
    'Friday 27 November 2026 at 19:00 (Lisbon time)',
  )
})

test("the day in London is shown if it differs from the reader's", () => {
  expect(clockElsewhere('2026-11-28T03:00:00.000Z', NEW_YORK, LONDON)).toBe(
    'Saturday 28 November 2026, 03:00 London time',
  )
})

test('a month starts and ends at midnight in the given zone', () => {
  expect(localMonth('2026-11', NEW_YORK)).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    until: '2026-12-01T05:00:00.000Z',
  })
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

test("a moment's day depends on the zone", () => {
  expect(localDay('2026-11-28T03:00:00.000Z', NEW_YORK)).toBe('2026-11-27')
  expect(localDay('2026-11-28T03:00:00.000Z', LONDON)).toBe('2026-11-28')
})

test('a zone is named after its place', () => {
  expect([NEW_YORK, 'UTC', 'America/Argentina/Buenos_Aires'].map(zoneName)).toEqual([
    'New York time',
    'UTC',
    'Buenos Aires time',
  ])
})

test('an email distinguishes both occurrences of the repeated hour, as the page does', () => {
  expect(formatTimeInZone(new Date('2026-10-25T01:30:00Z'), LONDON)).toBe('Sunday 25 October 2026 at 01:30 (UTC+00:00)')
})

const zones = [LONDON, NEW_YORK, 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']

test('every moment has the day and time that Temporal calculates', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
      const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
      expect(localDay(moment, zone)).toBe(local.toPlainDate().toString())
      expect(clockInZone(moment, zone).slice(0, 5)).toBe(local.toPlainTime().toString({ smallestUnit: 'minute' }))
    }),
  )
})

test('every local time is the moment that Temporal calculates, even when clocks change', () => {
  const days = fc.oneof(
    fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    fc.constantFrom(
      ...['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-10-04', '2026-04-05'].map(
        (day) => new Date(day),
      ),
    ),
  )
  const minutes = fc.integer({ min: 0, max: 1_439 })
  fc.assert(
    fc.property(days, minutes, fc.constantFrom(...zones), (date, minute, zone) => {
      const day = date.toISOString().slice(0, 10)
      const clock = new Date(minute * 60_000).toISOString().slice(11, 16)
      const expected = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone).epochMilliseconds
      expect(momentAt(day, clock, zone)).toBe(new Date(expected).toISOString())
    }),
  )
})
