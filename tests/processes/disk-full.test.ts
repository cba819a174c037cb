import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { noteFigure } from '../support/note-figure.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { startSite } from '../support/start-site.ts'

/** SECURITY R7: the disk of the database is full. What cannot be kept is refused, and it mends by itself. */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A full disk needs a server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const disk = mountSmallDisk(160)
opened.defer(disk.unmount)
const settings = { max_wal_size: '48MB', min_wal_size: '32MB' }
const postgres = await startTemporaryPostgres(binaries, { isDurable: true, within: disk.folder, settings })
opened.defer(postgres.stop)
const site = await startSite({ environment: { DATABASE_URL: postgres.url, TRUST_PROXY: 'loopback' } })
opened.use(site)
opened.defer(disk.makeRoom)

let written = 0

/** Long words, from an address of their own: the limits are on. */
async function write() {
  written += 1
  const email = `${written}@full.example`
  const response = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${written >> 8}.${written & 255}`,
    },
    body: JSON.stringify({ name: 'Ada', email, message: randomWords() }),
  })
  const body = await response.json()
  return { email, status: response.status, retryAfter: Number(response.headers.get('retry-after')), body }
}

/** As the database cannot press them together. */
function randomWords(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(3_600))).toString('base64')
}

test('while the disk is full everybody is told to come back, pages are read, and all goes on once there is room', {
  timeout: 120_000,
}, async () => {
  const kept: string[] = []
  const ask = async () => {
    const answer = await write()
    if (answer.status === 200) kept.push(answer.email)
    return answer
  }
  expect((await ask()).status).toBe(200)
  disk.fill()
  // What the server has reserved before is used up first.
  const refused = await vi.waitUntil(
    async () => {
      const answer = await ask()
      return answer.status !== 200 && answer
    },
    { timeout: 60_000, interval: 1 },
  )
  expect([refused.status, refused.retryAfter > 0]).toEqual([503, true])
  expect(refused.body.message).not.toMatch(/disk|relation|PostgreSQL/i)
  const pages = await Promise.all(['/', '/services/my-future', '/healthz'].map((path) => fetch(site.url + path)))
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])

  const roomAt = performance.now()
  disk.makeRoom()
  await vi.waitUntil(async () => (await ask()).status === 200, { timeout: 60_000, interval: 200 })
  const again = Math.round(performance.now() - roomAt)

  const database = await openDatabase({ url: postgres.url })
  const { rows } = await database.pool.query('select email from message')
  await database.close()
  const found = new Set(rows.map(({ email }) => email))
  expect(kept.filter((email) => !found.has(email))).toEqual([])
  expect(site.output()).toContain('the database does not answer')
  noteFigure(
    'R7',
    `disk of the database full: 503, ${kept.length} acknowledged, 0 lost; kept again after ${again} ms`,
    '0 lost, no repair',
  )
})
