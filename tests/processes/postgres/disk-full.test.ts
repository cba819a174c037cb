import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { until } from '../../support/app/until.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { callSite } from '../../support/site/call-site.ts'
import { requirePostgres } from '../../support/site/find-program.ts'
import { mountSmallDisk } from '../../support/site/small-disk.ts'
import { startSite } from '../../support/site/start-site.ts'

/**
 * R7 in docs/promises.md: while the database's disk is full, writes are refused, and the site recovers without help.
 */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const disk = mountSmallDisk(160)
resources.defer(disk.unmount)
const settings = { max_wal_size: '48MB', min_wal_size: '32MB' }
const postgres = await startTemporaryPostgres(requirePostgres(), {
  isDurable: true,
  parentFolder: disk.folder,
  settings,
})
resources.defer(postgres.stop)
const site = await startSite({ environment: { DATABASE_URL: postgres.url, TRUST_PROXY: 'loopback' } })
resources.use(site)
resources.defer(disk.makeRoom)

let writeCount = 0

/** Sends a long message from a different client address each time, because of the rate limits. */
async function write() {
  writeCount += 1
  const email = `${writeCount}@full.example`
  const body = { name: 'Ada', email, message: randomText() }
  const headers = { 'x-forwarded-for': `198.18.${writeCount >> 8}.${writeCount & 255}` }
  return { email, ...(await callSite(site.url, '/api/contact', { body, headers })) }
}

/** Returns random text, which the database cannot compress. */
function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(3_600))).toString('base64')
}

test("while the database's disk is full, writes get a 503 but pages are still served; writes resume once there is space", async () => {
  const acknowledged: string[] = []
  const writeAndRecord = async () => {
    const answer = await write()
    if (answer.status === 200) acknowledged.push(answer.email)
    return answer
  }
  expect((await writeAndRecord()).status).toBe(200)
  disk.fill()
  // The server first uses the space it has already reserved.
  const refused = await until(async () => {
    const answer = await writeAndRecord()
    return answer.status !== 200 && answer
  }, 1)
  expect([refused.status, refused.retryAfter > 0]).toEqual([503, true])
  expect(refused.body.message).not.toMatch(/disk|relation|PostgreSQL/i)
  const pages = await Promise.all(['/', '/services/my-future', '/healthz'].map((path) => fetch(site.url + path)))
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])

  const freedAt = performance.now()
  disk.makeRoom()
  await until(async () => (await writeAndRecord()).status === 200, 200)
  const recoveryMs = Math.round(performance.now() - freedAt)

  const database = await openDatabase({ url: postgres.url })
  const { rows } = await database.pool.query('select email from message')
  await database.close()
  const stored = new Set(rows.map(({ email }) => email))
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([])
  expect(site.output()).toContain('the database does not answer')
  recordMeasurement(
    'R7',
    `disk of the database full: 503, ${acknowledged.length} acknowledged, 0 lost; writes resumed after ${recoveryMs} ms`,
    '0 lost, no repair',
  )
})
