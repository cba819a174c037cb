import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { makeDatabase, server } from '../../support/app/server-database.ts'
import { newPerson } from '../../support/given/new-person.ts'
import { callSite } from '../../support/site/call-site.ts'
import { freePorts, startProcesses } from '../../support/site/processes.ts'
import { startPooler } from '../../support/site/start-pooler.ts'

/** Two processes use PgBouncer in transaction mode, with fewer connections than they would open. */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const { name, url: direct, drop } = await makeDatabase()
resources.defer(drop)
const pooler = await startPooler(server, { connections: 3 })
resources.defer(pooler.stop)
const environment = { DATABASE_URL: pooler.address(direct), DATABASE_LISTEN_URL: direct }
const { sites, end } = await startProcesses(await freePorts(2), environment)
resources.defer(end)

const toUrl = (number: number) => sites[number % 2]?.url ?? ''

async function joinAndRead(number: number) {
  const person = newPerson()
  const { email, password } = person
  const registered = await callSite(toUrl(number), '/api/auth/register', { body: person })
  const login = await callSite(toUrl(number + 1), '/api/auth/login', { body: { email, password } })
  const read = await callSite(toUrl(number), '/api/portal/dashboard', { token: login.body.data?.token })
  return [registered.status, login.status, read.status]
}

test('visitors can register, log in and open the dashboard even if they outnumber the connections', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => joinAndRead(number)))
  expect(answers).toEqual(Array.from({ length: 12 }, () => [200, 200, 200]))
})

test('behind a pooler, jobs still run and listeners still connect', async () => {
  for (const site of sites) expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  const database = await openDatabase({ url: direct })
  const listeners = await database.pool.query(
    "select count(*) from pg_stat_activity where application_name = 'futureworld-listener' and datname = $1",
    [name],
  )
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query('select count(*) from email_delivery where sent_at is null')
      return rows[0].count
    })
    .toBe(0)
  const { rows } = await database.pool.query('select count(*) from email_delivery')
  await database.close()
  expect(listeners.rows[0].count).toBe(2)
  expect(rows[0].count).toBeGreaterThanOrEqual(12)
})
