import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { portsFor, startProcesses } from '../support/processes.ts'
import { startPooler } from '../support/start-pooler.ts'
import type { RunningSite } from '../support/start-site.ts'

/** Two processes on a database that they reach by PgBouncer in transaction mode, with fewer connections than they ask for. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('A pooler needs a database server: npm run test:postgres')
const { server } = image
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const name = `${image.template}_${randomUUID().slice(0, 8)}`
await runOnServer(server, `create database ${name} template ${image.template}`)
opened.defer(() => runOnServer(server, `drop database ${name} with (force)`))
const direct = databaseAddress(server, name)
const pooler = await startPooler(server, { connections: 3 })
opened.defer(pooler.stop)
const environment = { DATABASE_URL: pooler.address(direct), DATABASE_LISTEN_URL: direct }
const { sites, end } = await startProcesses(await portsFor(2), environment)
opened.defer(end)

const siteOf = (number: number) => sites[number % 2] as RunningSite

async function post(number: number, path: string, body: object) {
  const response = await fetch(`${siteOf(number).url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function joinAndRead(number: number) {
  const login = { email: `${randomUUID()}@example.org`, password: 'a long enough password' }
  const person = { ...login, firstName: 'Ada', lastName: 'Lovelace', mobile: '+447700900123' }
  const registered = await post(number, '/api/auth/register', person)
  const entered = await post(number + 1, '/api/auth/login', login)
  const headers = { authorization: `Bearer ${entered.body.data?.token}` }
  const { status } = await fetch(`${siteOf(number).url}/api/portal/dashboard`, { headers })
  return [registered.status, entered.status, status]
}

test('more people than connections register, log in and read at once, and none is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => joinAndRead(number)))
  expect(answers).toEqual(Array.from({ length: 12 }, () => [200, 200, 200]))
})

test('a statement that hangs behind the pooler ends in time, as without one', async () => {
  const database = await openDatabase({ url: pooler.address(direct), directUrl: direct })
  const { rows } = await database.pool.query('show statement_timeout')
  await database.close()
  expect(rows).toEqual([{ statement_timeout: '4500ms' }])
})

test('jobs are done and changes are heard past the pooler', async () => {
  for (const site of sites) expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  const database = await openDatabase({ url: direct })
  const heard = await database.pool.query(
    "select count(*) from pg_stat_activity where application_name = 'futureworld-listener' and datname = $1",
    [name],
  )
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query('select count(*) from mail_delivery where sent_at is null')
      return rows[0].count
    })
    .toBe(0)
  const { rows } = await database.pool.query('select count(*) from mail_delivery')
  await database.close()
  expect(heard.rows[0].count).toBe(2)
  expect(rows[0].count).toBeGreaterThanOrEqual(12)
})
