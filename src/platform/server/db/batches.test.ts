import { expect, test } from 'vitest'
import { openBatches } from './batches.ts'

/** Fake work on this many rows. @returns the batch sizes requested */
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

test('batches run until no rows are left, and the total is returned', async () => {
  const { asked, work } = workOf(2_001)
  expect(await openBatches({ rows: 1_000 })(work)).toBe(2_001)
  expect(asked).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('only an empty batch ends the work, because another process may hold some rows', async () => {
  const found = [1_000, 998, 500, 0]
  expect(await openBatches()(async () => found.shift() ?? 0)).toBe(2_498)
})

test('after the time limit each kind of work still gets one batch', async () => {
  const inBatches = openBatches({ rows: 10, milliseconds: 0 })
  for (const { asked, work } of [workOf(100), workOf(100)]) {
    expect(await inBatches(work)).toBe(10)
    expect(asked).toEqual([10])
  }
})

test('a failing batch ends the work and rejects', async () => {
  const failing = openBatches()(async () => Promise.reject(new Error('The database is away')))
  await expect(failing).rejects.toThrow('The database is away')
})
