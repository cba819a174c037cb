import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '../../support/app/in-parallel.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import { until } from '../../support/app/until.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'
import { callSite } from '../../support/site/call-site.ts'
import { startFaultyProxy } from '../../support/site/faulty-database-proxy.ts'
import { startSite } from '../../support/site/start-site.ts'

/**
 * R9 in docs/promises.md: if the database is unreachable, stops responding or drops connections, the process survives
 * and recovers.
 */

const AWAY_MS = isStressTest ? 30_000 : 0
const CUTS = isStressTest ? 20 : 3
const ANSWERED_WITHIN_MS = 5_000
const SERVES_AGAIN_WITHIN_MS = 5_000

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const { url, drop } = await makeDatabase()
resources.defer(drop)
const proxy = await startFaultyProxy(url)
resources.defer(proxy.close)
const site = await startSite({ environment: { DATABASE_URL: proxy.url, TRUST_PROXY: 'loopback' } })
resources.use(site)
const database = await openDatabase({ url })
resources.defer(database.close)

type Answer = { status: number; milliseconds: number; retryAfter: string | null }

async function ask(path: string): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(`${site.url}${path}`)
  await response.arrayBuffer()
  const milliseconds = performance.now() - startedAt
  return { status: response.status, milliseconds, retryAfter: response.headers.get('retry-after') }
}

const readPackages = () => ask('/api/packages')

/** Sends requests without a pause for this long, and at least one round. */
async function askRepeatedly(milliseconds: number): Promise<Answer[]> {
  const end = performance.now() + milliseconds
  const answers: Answer[] = []
  do answers.push(...(await inParallel([1, 2, 3, 4], 4, readPackages)))
  while (performance.now() < end)
  return answers
}

/** Waits until the pages have been rendered and cached. */
const untilPagesServed = () => until(async () => (await ask('/')).status === 200)

async function timeUntilServed(): Promise<number> {
  const restoredAt = performance.now()
  await until(async () => (await readPackages()).status === 200)
  return performance.now() - restoredAt
}

const faults = { 'refuses connections': proxy.refuse, 'does not answer': proxy.swallow }

test.each(Object.entries(faults))(
  'while the database %s, requests get a 503 with Retry-After; afterwards the site recovers without help',
  async (name, startFault) => {
    await untilPagesServed()
    expect((await ask('/readyz')).status).toBe(200)
    startFault()
    const answers = await askRepeatedly(AWAY_MS)
    const [ready, healthy, home] = await Promise.all(['/readyz', '/healthz', '/'].map(ask))
    await proxy.restore()
    const recoveryTime = await timeUntilServed()

    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
    for (const { status, retryAfter } of answers) expect([status, Number(retryAfter) > 0]).toEqual([503, true])
    expect([ready?.status, healthy?.status, home?.status]).toEqual([503, 200, 200])
    recordMeasurement(
      'R9',
      `database ${name} for ${AWAY_MS / 1_000} s: 503 after ${Math.round(slowest)} ms at most`,
      '5 s',
    )
    recordMeasurement('R9', `served again ${Math.round(recoveryTime)} ms after a database that ${name} was back`, '5 s')
    // Only in the stress test, because times vary on a machine with other load.
    if (!isStressTest) return
    expect(slowest).toBeLessThan(ANSWERED_WITHIN_MS)
    expect(recoveryTime).toBeLessThan(SERVES_AGAIN_WITHIN_MS)
  },
)

test('repeated disconnects lose no acknowledged message', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const write = async (worker: number) => {
    for (let number = 0; !isOver; number += 1) {
      const email = `${worker}-${number}@cut.example`
      // A different client address each time, because of the rate limits.
      const headers = { 'x-forwarded-for': `198.18.${worker}.${number % 250}` }
      const body = { name: 'Ada', email, message: 'Is this kept?' }
      const response = await callSite(site.url, '/api/contact', { body, headers })
      if (response.status === 200) acknowledged.push(email)
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(write))
  for (let number = 0; number < CUTS; number += 1) {
    const before = acknowledged.length
    proxy.cut()
    await until(() => acknowledged.length > before)
  }
  isOver = true
  await writing

  const { rows } = await database.pool.query('select email from message')
  const stored = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
  const { rows: connections } = await database.pool.query(
    "select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  expect(connections[0].count).toBeLessThanOrEqual(13)
  recordMeasurement('R9', `connection cut ${CUTS} times: ${acknowledged.length} messages acknowledged, 0 lost`, '0')
})
