import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../../support/app/server-database.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { freePorts, startProcesses } from '../../support/site/processes.ts'
import { type FailedCall, RetryingVisitor } from '../../support/site/retrying-visitor.ts'
import { startBalancer } from '../../support/site/start-balancer.ts'

/** R14 in docs/promises.md: each process restarts in turn, as in an upgrade, while visitors read. */

const stops = stressTestSize('STOPS', 2)
const READERS = isStressTest ? 20 : 4
const PAUSE_MS = 200

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const database = await makeDatabase()
resources.defer(database.drop)
const ports = await freePorts(2)
const balancer = await startBalancer({ sites: ports })
resources.defer(balancer.stop)
const processes = await startProcesses(ports, {
  DATABASE_URL: database.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: '127.0.0.1',
})
resources.defer(processes.end)

test('a rolling restart fails no request', async () => {
  const failedCalls: FailedCall[] = []
  let isOver = false
  let answers = 0
  const read = async (reader: number) => {
    const visitor = new RetryingVisitor(balancer.url, reader, failedCalls)
    while (!isOver) {
      // This page is not cached and calls the API itself.
      for (const path of ['/api/packages', '/login']) await visitor.ask('GET', path)
      answers += 2
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await balancer.untilAllServe()
  const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  const stopTimes: number[] = []
  for (let number = 0; number < stops; number += 1) {
    const { code, milliseconds } = await processes.stop(number)
    expect(code).toBe(0)
    stopTimes.push(milliseconds)
    await processes.startAgain(number)
    await balancer.untilAllServe()
  }
  isOver = true
  await reading

  expect(failedCalls, balancer.failures()).toEqual([])
  expect(answers).toBeGreaterThan(stops * READERS)
  if (isStressTest) expect(Math.max(...stopTimes)).toBeLessThan(10_000)
  const slowest = Math.round(Math.max(...stopTimes))
  recordMeasurement(
    'R14',
    `SIGTERM ${stops} times: 0 of ${answers} requests failed, ended in ${slowest} ms at most`,
    '0; 10 s',
  )
})
