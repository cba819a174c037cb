import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { openSession } from '#features/accounts/server/open-session.ts'
import { getAccount, insertAccount } from '#features/accounts/server/store.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { onlyInDatabase } from '#platform/server/files/open-files.ts'
import { openLimits } from '#platform/server/limits.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { follow } from '../support/follow.ts'
import { inParallel } from '../support/in-parallel.ts'
import { newPerson } from '../support/start-app.ts'
import { startSite } from '../support/start-site.ts'

/** Two processes on one database, and this one beside them: what any of them writes reaches the pages of each. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('Two processes need a database server: npm run test:postgres')
const { server } = image
const name = `${image.template}_${randomUUID().slice(0, 8)}`
await runOnServer(server, `create database ${name} template ${image.template}`)
const address = databaseAddress(server, name)
const sites = await Promise.all([1, 2].map(() => startSite({ environment: { DATABASE_URL: address } })))
const [first, second] = sites as [(typeof sites)[0], (typeof sites)[0]]
const database = await openDatabase({ url: address })
const silent = { info() {}, warn() {}, error() {} }
const context = {
  db: database.db,
  jobs: { send: async () => null },
  limits: openLimits(database.db),
  files: onlyInDatabase,
  now: () => new Date(),
  log: silent,
  publicUrl: '',
}

afterAll(async () => {
  await database.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await runOnServer(server, `drop database ${name} with (force)`)
})

/** Logged in past the API. Nobody welcomes a consultant: their bell starts empty. */
async function givenConsultant() {
  const { db } = context
  const account = { ...newPerson(), passwordHash: 'nobody logs in with this', role: 'consultant' as const }
  const id = await insertAccount(db, { ...account, createdAt: context.now() })
  if (!id) throw new Error('The account was not made')
  const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
  const { token } = await db
    .transaction()
    .execute(async (tx) => openSession(tx, context, await getAccount(tx, id), { keepSignedIn: false, caller }))
  return { id, token }
}

type Consultant = Awaited<ReturnType<typeof givenConsultant>>

const tell = ({ id }: Consultant, reason: string) =>
  tellMember(context.db, context, { memberId: id, reason, title: `Told ${reason}`, text: '', path: '/portal' })

async function open(site: typeof first, { token }: Consultant) {
  const page = await follow(site.url, token)
  onTestFinished(page.hangUp)
  await page.next()
  return page
}

function post(site: typeof first, path: string, { token }: Consultant, body: object = {}) {
  return fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

const listeners = () =>
  database.pool.query(
    "select pid from pg_stat_activity where application_name = 'futureworld-listener' and datname = $1",
    [name],
  )

async function openStreams({ url }: typeof first): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return Number(/^futureworld_open_streams (\d+)$/m.exec(figures)?.[1])
}

test('what one process writes stands on the pages of the other, and what is read there is read everywhere', async () => {
  const ada = await givenConsultant()
  const pages = [await open(first, ada), await open(second, ada)]

  await tell(ada, 'news')
  for (const page of pages) expect((await page.next()).unread).toBe(1)

  expect((await post(second, '/api/notifications/reading', ada, { until: new Date().toISOString() })).status).toBe(200)
  for (const page of pages) expect((await page.next()).unread).toBe(0)
})

test('a session that is ended at one process ends its streams at the other', async () => {
  const ada = await givenConsultant()
  const page = await open(first, ada)
  expect((await post(second, '/api/auth/logout', ada)).status).toBe(200)
  expect(await page.ended).toBe('ended')
})

test('while a process cannot hear the database nothing is lost: it tells everybody when it can again, and each only their own', async () => {
  const [ada, eve] = [await givenConsultant(), await givenConsultant()]
  const pages = [await open(first, ada), await open(second, ada)]
  const foreign = await open(first, eve)
  const before = await listeners()
  expect(before.rows).toHaveLength(2)

  // Nobody can connect anew meanwhile, so that what is told now is heard by nobody.
  await runOnServer(server, `alter database ${name} with allow_connections false`)
  for (const { pid } of before.rows) await database.pool.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(async () => (await listeners()).rows).toEqual([])
  await tell(ada, 'unheard')
  await runOnServer(server, `alter database ${name} with allow_connections true`)

  for (const page of pages) expect((await page.next()).unread).toBe(1)
  await expect.poll(async () => (await listeners()).rows.length, { timeout: 20_000 }).toBe(2)
  await tell(ada, 'heard')
  for (const page of pages) expect((await page.next()).unread).toBe(2)
  expect(foreign.told).toHaveLength(1)
})

test('two hundred open pages of one process hear of a commit soon, and leave nothing behind', async () => {
  const followed = await inParallel(Array.from({ length: 200 }), 10, async () => {
    const consultant = await givenConsultant()
    return { consultant, page: await open(first, consultant) }
  })
  expect(await openStreams(first)).toBeGreaterThanOrEqual(200)

  const delays = await inParallel([...followed, ...followed, ...followed], 4, async ({ consultant, page }) => {
    const known = page.told.length
    await tell(consultant, randomUUID())
    const committed = performance.now()
    await page.next()
    return Math.max(0, (page.told[known]?.at ?? Number.POSITIVE_INFINITY) - committed)
  })
  const sorted = delays.sort((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(1_000)

  for (const { page } of followed) page.hangUp()
  await expect.poll(() => openStreams(first), { timeout: 20_000 }).toBe(0)
  expect((await listeners()).rows).toHaveLength(2)
})

test('a process that stops lets go of its pages at once, and of the database', async () => {
  const ada = await givenConsultant()
  const pages = [await open(first, ada), await open(second, ada)]
  const began = performance.now()
  expect(await Promise.all(sites.map((site) => site.stop()))).toEqual([0, 0])
  expect(performance.now() - began).toBeLessThan(5_000)
  for (const page of pages) expect(await page.ended).toBe('ended')
  expect((await listeners()).rows).toEqual([])
})
