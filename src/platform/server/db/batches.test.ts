import { expect, test } from 'vitest'
import { openBatches } from './batches.ts'

/** Fake work on this many rows. @returns the batch sizes requested */
function fakeWork(remaining: number) {
  const requestedSizes: number[] = []
  const work = async (limit: number) => {
    requestedSizes.push(limit)
    const processed = Math.min(limit, remaining)
    remaining -= processed
    return processed
  }
  return { asked: requestedSizes, work }
}

test('batches run until no rows are left, and the total is returned', async () => {
  const { asked, work } = fakeWork(2_001)
  expect(await openBatches({ rows: 1_000 })(work)).toBe(2_001)
  expect(asked).toEqual([1_000, 1_000, 1_000, 1_000])
})

test('only an empty batch ends the work, because another process may hold some rows', async () => {
  const counts = [1_000, 998, 500, 0]
  expect(await openBatches()(async () => counts.shift() ?? 0)).toBe(2_498)
})

test('after the time limit each kind of work still gets one batch', async () => {
  const inBatches = openBatches({ rows: 10, milliseconds: 0 })
  for (const { asked, work } of [fakeWork(100), fakeWork(100)]) {
    expect(await inBatches(work)).toBe(10)
    expect(asked).toEqual([10])
  }
})

test('a failing batch ends the work, and the error is passed on', async () => {
  const failing = openBatches()(async () => Promise.reject(new Error('The database is away')))
  await expect(failing).rejects.toThrow('The database is away')
})
