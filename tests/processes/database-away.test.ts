import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { openFaultyLine } from '../support/faulty-line.ts'
import { inParallel } from '../support/in-parallel.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof } from '../support/proof-size.ts'
import { startSite } from '../support/start-site.ts'

/** SECURITY R9: the database is not there, or says nothing, or breaks off; the process stays, and serves once it is back. */

const AWAY_MS = isLongProof ? 30_000 : 4_000
const CUTS = isLongProof ? 20 : 3
const ANSWERED_WITHIN_MS = 5_000
const SERVES_AGAIN_WITHIN_MS = 5_000

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A line to a database needs a server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const line = await openFaultyLine(postgres.url)
opened.defer(line.close)
const site = await startSite({ environment: { DATABASE_URL: line.url, TRUST_PROXY: 'loopback' } })
opened.use(site)
const database = await openDatabase({ url: postgres.url })
opened.defer(database.close)

type Answer = { status: number; milliseconds: number; retryAfter: string | null }

async function ask(path: string): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(`${site.url}${path}`, { signal: AbortSignal.timeout(20_000) })
  await response.arrayBuffer()
  const milliseconds = performance.now() - startedAt
  return { status: response.status, milliseconds, retryAfter: response.headers.get('retry-after') }
}

const readPackages = () => ask('/api/packages')

/** Questions without a pause, until that much time has passed. */
async function askFor(milliseconds: number): Promise<Answer[]> {
  const until = performance.now() + milliseconds
  const answers: Answer[] = []
  while (performance.now() < until) answers.push(...(await inParallel([1, 2, 3, 4], 4, readPackages)))
  return answers
}

/** Made when the site began, and kept in memory. */
const pagesAreMade = () => vi.waitUntil(async () => (await ask('/')).status === 200, { timeout: 20_000, interval: 100 })

async function timeUntilServed(): Promise<number> {
  const mendedAt = performance.now()
  await vi.waitUntil(async () => (await readPackages()).status === 200, { timeout: 20_000, interval: 100 })
  return performance.now() - mendedAt
}

const faults = { 'is not there': line.refuse, 'says nothing': line.swallow }

test.each(Object.entries(faults))(
  'while the database %s, everybody is told to wait, and served once it is back',
  {
    timeout: 120_000,
  },
  async (name, begin) => {
    await pagesAreMade()
    expect((await ask('/readyz')).status).toBe(200)
    begin()
    const answers = await askFor(AWAY_MS)
    const [ready, healthy, home] = await Promise.all(['/readyz', '/healthz', '/'].map(ask))
    await line.mend()
    const again = await timeUntilServed()

    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
    for (const { status, retryAfter } of answers) expect([status, Number(retryAfter) > 0]).toEqual([503, true])
    expect(slowest).toBeLessThan(ANSWERED_WITHIN_MS)
    expect([ready?.status, healthy?.status, home?.status]).toEqual([503, 200, 200])
    expect(again).toBeLessThan(SERVES_AGAIN_WITHIN_MS)
    noteFigure('R9', `database ${name} for ${AWAY_MS / 1_000} s: 503 after ${Math.round(slowest)} ms at most`, '5 s')
    noteFigure('R9', `served again ${Math.round(again)} ms after the database, which ${name}, was back`, '5 s')
  },
)

test('a line that is cut again and again loses nothing that somebody was told is kept', {
  timeout: 120_000,
}, async () => {
  const kept: string[] = []
  let isOver = false
  const write = async (worker: number) => {
    for (let number = 0; !isOver; number += 1) {
      const email = `${worker}-${number}@cut.example`
      const response = await fetch(`${site.url}/api/contact`, {
        method: 'POST',
        // From addresses of their own: the limits are on.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${worker}.${number % 250}` },
        body: JSON.stringify({ name: 'Ada', email, message: 'Is this kept?' }),
      })
      await response.arrayBuffer()
      if (response.status === 200) kept.push(email)
    }
  }
  const writing = Promise.all([1, 2, 3, 4].map(write))
  for (let number = 0; number < CUTS; number += 1) {
    const before = kept.length
    line.cut()
    await vi.waitUntil(() => kept.length > before, { timeout: 20_000 })
  }
  isOver = true
  await writing

  const { rows } = await database.pool.query('select email from message')
  const found = new Set(rows.map(({ email }) => email))
  expect(kept.filter((email) => !found.has(email))).toEqual([])
  const { rows: connections } = await database.pool.query(
    "select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  expect(connections[0].count).toBeLessThanOrEqual(13)
  noteFigure('R9', `line cut ${CUTS} times: ${kept.length} messages acknowledged, 0 lost`, '0')
})
