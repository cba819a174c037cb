import { expect, test } from 'vitest'
import { openBatches } from './in-batches.ts'

/** Work of which so many rows are left. @returns what was asked for, batch by batch */
function workOf(left: number) {
  const asked: number[] = []
  const work = async (most: number) => {
    asked.push(most)
    const done = Math.min(most, left)
    left -= done
    return done
  }
  return { asked, work }
}

test('work goes on in batches until nothing is left, and says how much it was', async () => {
  const { asked, work } = workOf(2_001)
  expect(await openBatches({ rows: 1_000 })(work)).toBe(2_001)
  expect(asked).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('a batch that was not full is no end: somebody else may have been at some of its rows', async () => {
  const found = [1_000, 998, 500, 0]
  expect(await openBatches()(async () => found.shift() ?? 0)).toBe(2_498)
})

test('once the time of a job is over each kind gets one batch more, so that none waits for another for ever', async () => {
  const inBatches = openBatches({ rows: 10, milliseconds: 0 })
  for (const { asked, work } of [workOf(100), workOf(100)]) {
    expect(await inBatches(work)).toBe(10)
    expect(asked).toEqual([10])
  }
})

test('what fails ends the work, and is told', async () => {
  const failing = openBatches()(async () => Promise.reject(new Error('The database is away')))
  await expect(failing).rejects.toThrow('The database is away')
})
