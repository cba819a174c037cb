import { expect, test } from 'vitest'
import { canUseCached, chartSteps, FEW_ROWS, monthsUntil, toPeriod } from './rules.ts'

test('the overview covers twelve London months up to the current one', () => {
  const months = monthsUntil(new Date('2026-06-30T23:00:00Z'))
  expect([months.length, months.at(0), months.at(-1)]).toEqual([12, '2025-08', '2026-07'])
  expect(monthsUntil(new Date('2026-06-30T22:59:59Z')).at(-1)).toBe('2026-06')
})

test('a month starts and ends at midnight in London', () => {
  expect(toPeriod('2026-07')).toEqual({
    from: new Date('2026-06-30T23:00:00Z'),
    before: new Date('2026-07-31T23:00:00Z'),
  })
  expect(toPeriod('2026-03', '2026-04')).toEqual({
    from: new Date('2026-03-01T00:00:00Z'),
    before: new Date('2026-04-30T23:00:00Z'),
  })
})

const now = new Date('2026-12-01T10:35:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('metrics over few rows are never served from the cache', () => {
  expect(canUseCached({ asOf: minutesAgo(1), rowCount: FEW_ROWS - 1 }, now)).toBe(false)
  expect(canUseCached({ asOf: minutesAgo(1), rowCount: FEW_ROWS }, now)).toBe(true)
})

test('cached metrics dated more than fifteen minutes in the past or future are not used', () => {
  expect(canUseCached({ asOf: minutesAgo(15), rowCount: FEW_ROWS }, now)).toBe(true)
  expect(canUseCached({ asOf: new Date(minutesAgo(15).getTime() - 1), rowCount: FEW_ROWS }, now)).toBe(false)
  expect(canUseCached({ asOf: minutesAgo(-16), rowCount: FEW_ROWS }, now)).toBe(false)
})

test.each([
  [
    [0, 0],
    [0, 1],
  ],
  [
    [3, 1],
    [0, 1, 2, 3],
  ],
  [[12], [0, 5, 10, 15]],
  [
    [11_880, 23_760],
    [0, 10_000, 20_000, 30_000],
  ],
  [
    [-500, 1_500],
    [-500, 0, 500, 1_000, 1_500],
  ],
  [[-90], [-100, -50, 0, 50]],
])('an axis for %j has the steps %j', (values, steps) => {
  expect(chartSteps(values)).toEqual(steps)
})

test('chart gridlines are at least the given unit apart', () => {
  expect(chartSteps([0], 100)).toEqual([0, 100])
})
