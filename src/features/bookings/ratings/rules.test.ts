import { expect, test } from 'vitest'
import { publicAverage } from './rules.ts'

test('an average is public once five members have rated the service, however many ratings they gave', () => {
  expect(publicAverage({ sum: 25, count: 5, members: 5 })).toBe(5)
  expect(publicAverage({ sum: 20, count: 4, members: 4 })).toBeNull()
  expect(publicAverage({ sum: 500, count: 100, members: 4 })).toBeNull()
})

test.each([
  ['99 of 100 points', 99, 20, 4.9],
  ['almost all points', 4_999, 1_000, 4.9],
  ['a whole tenth', 23, 5, 4.6],
  ['a poor average', 6, 5, 1.2],
  ['the least possible', 5, 5, 1],
])('an average is rounded down: %s', (_, sum, count, average) => {
  expect(publicAverage({ sum, count, members: 5 })).toBe(average)
})
