import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../../support/app/server-database.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { portsFor, startProcesses } from '../../support/site/processes.ts'
import { type FailedCall, RetryingVisitor } from '../../support/site/retrying-visitor.ts'
import { startBalancer } from '../../support/site/start-balancer.ts'

/** SECURITY R14: each process restarts in turn, as for a new version, while visitors read. */

const stops = stressTestSize('STOPS', 2)
const READERS = isStressTest ? 20 : 4
const PAUSE_MS = 200

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = await makeDatabase()
opened.defer(database.drop)
const ports = await portsFor(2)
const balancer = await startBalancer({ sites: ports })
opened.defer(balancer.stop)
const processes = await startProcesses(ports, {
  DATABASE_URL: database.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: '127.0.0.1',
})
opened.defer(processes.end)

test('a rolling restart fails no request', async () => {
  const troubles: FailedCall[] = []
  let isOver = false
  let answers = 0
  const read = async (reader: number) => {
    const visitor = new RetryingVisitor(balancer.url, reader, troubles)
    while (!isOver) {
      // This page is not cached and calls the API itself.
      for (const path of ['/api/packages', '/login']) await visitor.ask('GET', path)
      answers += 2
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await balancer.untilAllServe()
  const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  const ends: number[] = []
  for (let number = 0; number < stops; number += 1) {
    const { code, milliseconds } = await processes.stop(number)
    expect(code).toBe(0)
    ends.push(milliseconds)
    await processes.startAgain(number)
    await balancer.untilAllServe()
  }
  isOver = true
  await reading

  expect(troubles, balancer.failures()).toEqual([])
  expect(answers).toBeGreaterThan(stops * READERS)
  if (isStressTest) expect(Math.max(...ends)).toBeLessThan(10_000)
  const slowest = Math.round(Math.max(...ends))
  recordMeasurement(
    'R14',
    `SIGTERM ${stops} times: 0 of ${answers} requests failed, ended in ${slowest} ms at most`,
    '0; 10 s',
  )
})
