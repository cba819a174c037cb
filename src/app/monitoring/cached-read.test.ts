import { expect, test } from 'vitest'
import { cachedRead } from './metrics.ts'

const never = () => new Promise<never>(() => {})
const timing = { freshMs: 60_000, waitMs: 60_000, onFailure: () => {} }

test('concurrent readers share one read while the value is fresh', async () => {
  let reads = 0
  const readCached = cachedRead(async () => (reads += 1), timing)
  expect(await Promise.all([readCached(), readCached()])).toEqual([1, 1])
  expect(await readCached()).toBe(1)
  const readUncached = cachedRead(async () => (reads += 1), { ...timing, freshMs: 0 })
  expect([await readUncached(), await readUncached()]).toEqual([2, 3])
})

test('a slow read does not block readers, and no second read starts in the meantime', async () => {
  let reads = 0
  const hanging = () => {
    reads += 1
    return never()
  }
  const readCached = cachedRead(hanging, { ...timing, freshMs: 0, waitMs: 1 })
  expect([await readCached(), await readCached()]).toEqual([undefined, undefined])
  expect(reads).toBe(1)
})

test('a value that arrives late is used for the next reader', async () => {
  const slowRead = Promise.withResolvers<string>()
  const readCached = cachedRead(() => slowRead.promise, { ...timing, waitMs: 1 })
  expect(await readCached()).toBeUndefined()
  slowRead.resolve('figures')
  await expect.poll(readCached).toBe('figures')
})

test('a failed read is logged, returns no value, and is retried by the next reader', async () => {
  const failures: unknown[] = []
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return 'figures'
  }
  const readCached = cachedRead(read, { ...timing, freshMs: 0, onFailure: (error) => void failures.push(error) })
  expect(await readCached()).toBeUndefined()
  expect(failures).toEqual([new Error('away')])
  expect(await readCached()).toBe('figures')
})
