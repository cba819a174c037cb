import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { notifyMember } from '#features/notifications/server/public.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runOnServer } from '../../support/app/database-image.ts'
import { inParallel } from '../../support/app/in-parallel.ts'
import { createContext, openAccount } from '../../support/app/queue-context.ts'
import { readMetrics } from '../../support/app/read-metrics.ts'
import { makeDatabase, server } from '../../support/app/server-database.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'
import { callSite } from '../../support/site/call-site.ts'
import { openEventStream } from '../../support/site/open-event-stream.ts'
import { startSite } from '../../support/site/start-site.ts'

/** Two processes on one database, plus this one. Notifications from any of them must reach the pages served by all. */

const { name, url, drop } = await makeDatabase()
const sites = await Promise.all([1, 2].map(() => startSite({ environment: { DATABASE_URL: url } })))
const [first, second] = sites as [(typeof sites)[0], (typeof sites)[0]]
const database = await openDatabase({ url })
const context = createContext(database)

afterAll(async () => {
  await database.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await drop()
})

/**
 * Creates a consultant and a login without the API. Consultants get no welcome notification, so the bell is empty at
 * first.
 */
const givenConsultant = () => openAccount(context, 'consultant')

type Consultant = Awaited<ReturnType<typeof givenConsultant>>

const notify = ({ id }: Consultant, reason: string) =>
  notifyMember(context.db, context, { memberId: id, reason, title: `Told ${reason}`, text: '', path: '/portal' })

async function open(site: typeof first, { token }: Consultant) {
  const page = await openEventStream(site.url, token)
  onTestFinished(page.hangUp)
  await page.next()
  return page
}

const post = (site: typeof first, path: string, { token }: Consultant, body: object = {}) =>
  callSite(site.url, path, { token, body })

const listeners = () =>
  database.pool.query(
    "select pid from pg_stat_activity where application_name = 'futureworld-listener' and datname = $1",
    [name],
  )

const openStreams = async ({ url }: typeof first) => (await readMetrics(url)).read('futureworld_open_streams')

test('a notification appears on pages served by both processes, and reading it updates both', async () => {
  const ada = await givenConsultant()
  const pages = [await open(first, ada), await open(second, ada)]

  await notify(ada, 'news')
  for (const page of pages) expect((await page.next()).unread).toBe(1)

  expect((await post(second, '/api/notifications/read', ada, { until: new Date().toISOString() })).status).toBe(200)
  for (const page of pages) expect((await page.next()).unread).toBe(0)
})

test("ending a session in one process ends that session's streams in the other", async () => {
  const ada = await givenConsultant()
  const page = await open(first, ada)
  expect((await post(second, '/api/auth/logout', ada)).status).toBe(200)
  expect(await page.ended).toBe('ended')
})

test('after losing its database listener, a process reconnects and catches up, for each member separately', async () => {
  const [ada, eve] = [await givenConsultant(), await givenConsultant()]
  const pages = [await open(first, ada), await open(second, ada)]
  const otherPage = await open(first, eve)
  const before = await listeners()
  expect(before.rows).toHaveLength(2)

  // Blocks new connections, so that no process learns of the next notification.
  await runOnServer(server, `alter database ${name} with allow_connections false`)
  for (const { pid } of before.rows) await database.pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(async () => (await listeners()).rows).toEqual([])
  await notify(ada, 'unheard')
  await runOnServer(server, `alter database ${name} with allow_connections true`)

  for (const page of pages) expect((await page.next()).unread).toBe(1)
  await expect.poll(async () => (await listeners()).rows.length).toBe(2)
  await notify(ada, 'heard')
  for (const page of pages) expect((await page.next()).unread).toBe(2)
  expect(otherPage.received).toHaveLength(1)
})

const PAGES = isStressTest ? 200 : 20

test('all open pages served by a process receive a notification quickly, and closing them leaves no streams behind', async () => {
  const openPages = await inParallel(Array.from({ length: PAGES }), 10, async () => {
    const consultant = await givenConsultant()
    return { consultant, page: await open(first, consultant) }
  })
  expect(await openStreams(first)).toBeGreaterThanOrEqual(PAGES)

  const notifyAll = () =>
    inParallel(openPages, 4, async ({ consultant, page }) => {
      const receivedBefore = page.received.length
      await notify(consultant, randomUUID())
      const committed = performance.now()
      await page.next()
      return Math.max(0, (page.received[receivedBefore]?.at ?? Number.POSITIVE_INFINITY) - committed)
    })
  // The rounds run one after another, because two simultaneous notifications for a member may arrive as one event.
  const delays = [...(await notifyAll()), ...(await notifyAll()), ...(await notifyAll())]
  const p99 = delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN
  recordMeasurement(
    'Live bell',
    `${PAGES} open pages of one process: p99 ${Math.round(p99)} ms after the commit`,
    '1 s',
  )
  if (isStressTest) expect(p99).toBeLessThan(1_000)

  for (const { page } of openPages) page.hangUp()
  await expect.poll(() => openStreams(first)).toBe(0)
  expect((await listeners()).rows).toHaveLength(2)
})

test('a process that is shutting down closes its streams and its database listener', async () => {
  const ada = await givenConsultant()
  const pages = [await open(first, ada), await open(second, ada)]
  expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0])
  for (const page of pages) expect(await page.ended).toBe('ended')
  expect((await listeners()).rows).toEqual([])
})
