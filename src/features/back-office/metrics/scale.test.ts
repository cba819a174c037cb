import { expect, test } from 'vitest'
import { chartSteps } from './rules.ts'

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
