import { expect, test } from 'vitest'
import { filterDaySlots, freeDays, groupByPartOfDay, monthsToShow } from './calendar-days.ts'

test('days and times are in the member’s time zone', () => {
  const times = [{ startsAt: '2026-11-28T03:00:00.000Z' }]
  expect([...freeDays(times, 'America/New_York')]).toEqual(['2026-11-27'])
  expect(filterDaySlots(times, '2026-11-27', 'America/New_York')).toMatchObject([{ clock: '22:00' }])
  expect(filterDaySlots(times, '2026-11-28', 'America/New_York')).toEqual([])
})

test('morning ends at 12:00 and afternoon at 17:00', () => {
  const parts = groupByPartOfDay(['00:00', '11:50', '12:00', '16:50', '17:00', '23:50'].map((clock) => ({ clock })))
  expect(parts.map(({ name, times }) => [name, ...times.map(({ clock }) => clock)])).toEqual([
    ['Morning', '00:00', '11:50'],
    ['Afternoon', '12:00', '16:50'],
    ['Evening', '17:00', '23:50'],
  ])
  expect(groupByPartOfDay([{ clock: '09:00' }]).map(({ name }) => name)).toEqual(['Morning'])
})

test('when the clocks go back, both 01:30 slots are offered with their UTC offset', () => {
  const times = [{ startsAt: '2026-10-25T00:30:00.000Z' }, { startsAt: '2026-10-25T01:30:00.000Z' }]
  expect(filterDaySlots(times, '2026-10-25', 'Europe/London').map(({ clock }) => clock)).toEqual([
    '01:30 (UTC+01:00)',
    '01:30 (UTC+00:00)',
  ])
})

test('the calendar extends to the month of the last day that can be booked', () => {
  expect(monthsToShow(['2026-11-22', '2026-11-01', '2026-12-09', null])).toEqual({ first: '2026-11', last: '2026-12' })
  expect(monthsToShow(['2026-11-22', '2026-12-09', '2027-02-01'])).toEqual({ first: '2026-11', last: '2027-02' })
})
