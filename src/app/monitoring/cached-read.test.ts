import { expect, test } from 'vitest'
import { cachedRead } from './metrics.ts'

const never = () => new Promise<never>(() => {})
const patience = { freshMs: 60_000, waitMs: 60_000, onFailure: () => {} }

test('concurrent readers share one read while the value is fresh', async () => {
  let readings = 0
  const ask = cachedRead(async () => (readings += 1), patience)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
  const askAgain = cachedRead(async () => (readings += 1), { ...patience, freshMs: 0 })
  expect([await askAgain(), await askAgain()]).toEqual([2, 3])
})

test('a slow read does not block readers and is not started twice', async () => {
  let readings = 0
  const hanging = () => {
    readings += 1
    return never()
  }
  const ask = cachedRead(hanging, { ...patience, freshMs: 0, waitMs: 1 })
  expect([await ask(), await ask()]).toEqual([undefined, undefined])
  expect(readings).toBe(1)
})

test('a value that arrives late is available to the next reader', async () => {
  const late = Promise.withResolvers<string>()
  const ask = cachedRead(() => late.promise, { ...patience, waitMs: 1 })
  expect(await ask()).toBeUndefined()
  late.resolve('figures')
  await expect.poll(ask).toBe('figures')
})

test('a failed read is logged, left out and tried again later', async () => {
  const failures: unknown[] = []
  let readings = 0
  const read = async () => {
    readings += 1
    if (readings === 1) throw new Error('away')
    return 'figures'
  }
  const ask = cachedRead(read, { ...patience, freshMs: 0, onFailure: (error) => void failures.push(error) })
  expect(await ask()).toBeUndefined()
  expect(failures).toEqual([new Error('away')])
  expect(await ask()).toBe('figures')
})
