import { expect, test } from 'vitest'
import { periodFrom } from './subscription.ts'

const monthly = { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: '' } as const
const at = (day: string) => Date.parse(`${day}T09:30:00Z`) / 1000
const toDay = (instant: number) => new Date(instant * 1000).toISOString().slice(0, 10)

function ends(anchor: string, periods: number, interval: 'month' | 'year' = 'month') {
  const days: string[] = []
  let start = at(anchor)
  for (let period = 0; period < periods; period += 1) {
    start = periodFrom(start, at(anchor), { ...monthly, interval }).end
    days.push(toDay(start))
  }
  return days
}

test('a month ends on the same day as the first payment, or on the last day of a shorter month', () => {
  expect(ends('2026-01-31', 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(ends('2027-12-30', 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
  expect(ends('2026-11-15', 3)).toEqual(['2026-12-15', '2027-01-15', '2027-02-15'])
})

test('a year that begins on 29 February ends on the last day of February', () => {
  expect(ends('2028-02-29', 4, 'year')).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})

test('the time of day does not change', () => {
  expect(periodFrom(at('2026-01-31'), at('2026-01-31'), monthly).end).toBe(at('2026-02-28'))
})
