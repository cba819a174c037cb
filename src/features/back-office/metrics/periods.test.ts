import { expect, test } from 'vitest'
import { monthsUntil, periodOf } from './rules.ts'

test('the overview covers twelve London months up to the current one', () => {
  const months = monthsUntil(new Date('2026-06-30T23:00:00Z'))
  expect([months.length, months.at(0), months.at(-1)]).toEqual([12, '2025-08', '2026-07'])
  expect(monthsUntil(new Date('2026-06-30T22:59:59Z')).at(-1)).toBe('2026-06')
})

test('a month starts and ends at midnight in London', () => {
  expect(periodOf('2026-07')).toEqual({
    from: new Date('2026-06-30T23:00:00Z'),
    before: new Date('2026-07-31T23:00:00Z'),
  })
  expect(periodOf('2026-03', '2026-04')).toEqual({
    from: new Date('2026-03-01T00:00:00Z'),
    before: new Date('2026-04-30T23:00:00Z'),
  })
})
