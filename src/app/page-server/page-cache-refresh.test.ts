import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { refreshPageCache } from './page-cache.ts'

afterEach(() => void vi.useRealTimers())

function startRefreshing(update: () => Promise<void>) {
  vi.useFakeTimers()
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (line: unknown) => void warnings.push(line) }
  const onFirstRendered = vi.fn()
  return { warnings, onFirstRendered, stop: refreshPageCache({ update }, log, onFirstRendered) }
}

test('the page cache is refreshed at startup and one second after each refresh ends', async () => {
  let refreshes = 0
  const { stop } = startRefreshing(async () => {
    refreshes += 1
  })
  expect(refreshes).toBe(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(refreshes).toBe(1)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(refreshes).toBe(4)
  await stop()
})

test('an unavailable database is logged once and retried until it is back', async () => {
  let isDatabaseDown = true
  let refreshes = 0
  const { warnings, onFirstRendered, stop } = startRefreshing(async () => {
    refreshes += 1
    if (isDatabaseDown) throw new Error('no connection')
  })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([refreshes, warnings.length]).toEqual([4, 1])
  expect(onFirstRendered).not.toHaveBeenCalled()

  isDatabaseDown = false
  await vi.advanceTimersByTimeAsync(1_000)
  isDatabaseDown = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect([refreshes, warnings.length]).toEqual([6, 2])
  expect(onFirstRendered).toHaveBeenCalledTimes(1)
  await stop()
})

test('stopping waits for a running refresh and does not start another', async () => {
  const runningRefresh = Promise.withResolvers<void>()
  let refreshes = 0
  const { stop } = startRefreshing(() => {
    refreshes += 1
    return runningRefresh.promise
  })
  let hasEnded = false
  const stopping = stop().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(hasEnded).toBe(false)

  runningRefresh.resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(10_000)
  expect([refreshes, vi.getTimerCount()]).toEqual([1, 0])
})
