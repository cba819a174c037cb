import { expect, test } from 'vitest'
import { readSometimes } from './read-sometimes.ts'

const never = () => new Promise<never>(() => {})
const patience = { freshMs: 60_000, waitMs: 60_000, onFailure: () => {} }

test('however often figures are asked for, they are read once while they are fresh', async () => {
  let readings = 0
  const ask = readSometimes(async () => (readings += 1), patience)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
  const askAgain = readSometimes(async () => (readings += 1), { ...patience, freshMs: 0 })
  expect([await askAgain(), await askAgain()]).toEqual([2, 3])
})

test('nobody is kept waiting for figures that do not come, and they are not asked for twice at a time', async () => {
  let readings = 0
  const hanging = () => {
    readings += 1
    return never()
  }
  const ask = readSometimes(hanging, { ...patience, freshMs: 0, waitMs: 1 })
  expect([await ask(), await ask()]).toEqual([undefined, undefined])
  expect(readings).toBe(1)
})

test('figures that come late are there for whoever asks next', async () => {
  const late = Promise.withResolvers<string>()
  const ask = readSometimes(() => late.promise, { ...patience, waitMs: 1 })
  expect(await ask()).toBeUndefined()
  late.resolve('figures')
  await expect.poll(ask).toBe('figures')
})

test('figures that cannot be read are left out, the log is told, and they are read again later', async () => {
  const failures: unknown[] = []
  let readings = 0
  const read = async () => {
    readings += 1
    if (readings === 1) throw new Error('away')
    return 'figures'
  }
  const ask = readSometimes(read, { ...patience, freshMs: 0, onFailure: (error) => void failures.push(error) })
  expect(await ask()).toBeUndefined()
  expect(failures).toEqual([new Error('away')])
  expect(await ask()).toBe('figures')
})
