import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { openBusinessClock, remoteClock } from './business-clock.ts'

/** Whole days; adding 0 turns -0 into 0. */
const daysAhead = (now: Date) => Math.round((now.getTime() - Date.now()) / DAY_MS) + 0

test('without a sandbox the business clock is the real one', async () => {
  const clock = await openBusinessClock(undefined, silentLog)
  expect(daysAhead(clock.now())).toBe(0)
})

test('a jump of the sandbox clock takes effect immediately and notifies each listener once', async () => {
  const listeners: ((now: Date) => void)[] = []
  const onMove = (listener: (now: Date) => void) => {
    listeners.push(listener)
    return () => {}
  }
  const clock = await openBusinessClock({ read: async () => new Date(Date.now() + 3 * DAY_MS), onMove }, silentLog)
  let moves = 0
  clock.onMove(() => {
    moves += 1
  })
  expect(daysAhead(clock.now())).toBe(3)

  listeners[0]?.(new Date(Date.now() + 32 * DAY_MS))
  listeners[0]?.(new Date(Date.now() + 32 * DAY_MS))

  expect([daysAhead(clock.now()), moves]).toEqual([32, 1])
  await clock.close()
})

test("a remote sandbox's time is polled, and if the sandbox is unreachable this is only logged", async () => {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ now: new Date(Date.now() + 29 * DAY_MS).toISOString() }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const clock = await openBusinessClock(remoteClock(`http://127.0.0.1:${port}`), silentLog)
  expect(daysAhead(clock.now())).toBe(29)
  await clock.close()

  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...line: unknown[]) => warnings.push(line) }
  const offline = await openBusinessClock(remoteClock('http://127.0.0.1:9'), log)
  expect([daysAhead(offline.now()), warnings.length]).toEqual([0, 1])
  await offline.close()
})
