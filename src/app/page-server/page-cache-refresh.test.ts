import { afterEach, expect, test, vi } from 'vitest'
import { refreshPageCache } from './page-cache.ts'

afterEach(() => void vi.useRealTimers())

function watch(renew: () => Promise<void>) {
  vi.useFakeTimers()
  const warnings: unknown[] = []
  const log = { info() {}, warn: (line: unknown) => void warnings.push(line), error() {} }
  const onMade = vi.fn()
  return { warnings, onMade, stop: refreshPageCache({ renew }, log, onMade) }
}

test('the page cache is refreshed at the start and one second after each refresh ends', async () => {
  let looks = 0
  const { stop } = watch(async () => {
    looks += 1
  })
  expect(looks).toBe(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(looks).toBe(1)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(looks).toBe(4)
  await stop()
})

test('an unavailable database is logged once and retried until it is back', async () => {
  let isAway = true
  let looks = 0
  const { warnings, onMade, stop } = watch(async () => {
    looks += 1
    if (isAway) throw new Error('no connection')
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([looks, warnings.length]).toEqual([4, 1])
  expect(onMade).not.toHaveBeenCalled()

  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  isAway = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect([looks, warnings.length]).toEqual([6, 2])
  expect(onMade).toHaveBeenCalledTimes(1)
  await stop()
})

test('stopping waits for a running refresh, and none follows', async () => {
  const look = Promise.withResolvers<void>()
  let looks = 0
  const { stop } = watch(() => {
    looks += 1
    return look.promise
  })
  let hasEnded = false
  const ending = stop().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(hasEnded).toBe(false)

  look.resolve()
  await ending
  await vi.advanceTimersByTimeAsync(10_000)
  expect([looks, vi.getTimerCount()]).toEqual([1, 0])
})
