import { expect, test } from 'vitest'
import { monthsUntil, periodOf } from './periods.ts'

test('the overview looks back twelve months by London’s clock, with the one that runs', () => {
  const months = monthsUntil(new Date('2026-06-30T23:00:00Z'))
  expect([months.length, months.at(0), months.at(-1)]).toEqual([12, '2025-08', '2026-07'])
  expect(monthsUntil(new Date('2026-06-30T22:59:59Z')).at(-1)).toBe('2026-06')
})

test('a month begins and ends at midnight in London, in summer an hour before it does elsewhere', () => {
  expect(periodOf('2026-07')).toEqual({
    from: new Date('2026-06-30T23:00:00Z'),
    before: new Date('2026-07-31T23:00:00Z'),
  })
  expect(periodOf('2026-03', '2026-04')).toEqual({
    from: new Date('2026-03-01T00:00:00Z'),
    before: new Date('2026-04-30T23:00:00Z'),
  })
})
