import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { connectPatiently } from '#platform/server/db/patient-connection.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { noteFigure } from '../support/note-figure.ts'
import { runProgram } from '../support/run-program.ts'
import { startSite } from '../support/start-site.ts'

/** From the embedded database to a server, by the programs as an operator runs them. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('The data moves to a database server: npm run test:postgres')
const { server, template } = image
const name = `${template}_${randomUUID().slice(0, 8)}`
// Whoever owns a database is not the server's administrator: moving needs no more than owning it.
const owner = `owner_${randomUUID().slice(0, 8)}`
await runOnServer(server, `create role ${owner} login`)
await runOnServer(server, `create database ${name} template template0 owner ${owner}`)
const url = Object.assign(new URL(databaseAddress(server, name)), { username: owner }).href
const directory = await mkdtemp(join(tmpdir(), 'futureworld-move-'))

afterAll(async () => {
  await runOnServer(server, `drop database ${name} with (force)`)
  await runOnServer(server, `drop role ${owner}`)
  await rm(directory, { recursive: true, force: true })
})

const person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  mobile: '+447700900123',
  password: 'a long enough password',
}

async function post(siteUrl: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${siteUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const meBy = (siteUrl: string, token: string) =>
  fetch(`${siteUrl}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)

test('the data moves in one command, everything goes on as before, and the old data is not started again', async () => {
  const environment = { DATA_DIR: directory, DATABASE_URL: url }
  let token = ''
  {
    await using site = await startSite({ directory })
    expect((await post(site.url, '/api/auth/register', person)).status).toBe(200)
    const { email, password } = person
    token = (await post(site.url, '/api/auth/login', { email, password })).body.data.token
    expect((await runProgram('move-to-postgres', [], environment)).stderr).toContain('is in use by another process')
    await site.stop()
  }
  await embedded(async (rows) => {
    await rows(`insert into audit_entry (occurred_at, actor_id, action, object_kind, object_id)
      select now(), id, 'member.disabled', 'member', id from account`)
    await rows("select setval('deliverable_item_sequence_seq', 41)")
  })

  const moved = await runProgram('move-to-postgres', [], environment)
  expect([moved.status, moved.stderr]).toEqual([0, ''])
  expect(moved.stdout).toMatch(/^\d+ rows of \d+ tables are in PostgreSQL, the same by count, sum and checksum\.\n/)

  noteFigure('R10', `moved from the embedded database: ${moved.stdout.trim()}`, 'counts, sums and checksums equal')

  const keys = "select count(*)::int as count from pg_constraint where contype = 'f' and convalidated"
  const triggers = "select tgname from pg_trigger where not tgisinternal and tgenabled = 'O' order by tgname"
  const jobs = 'select id, name, state from pgboss.job order by id'
  for (const same of [keys, triggers, jobs]) {
    expect(await onServer(same)).toEqual(await embedded((rows) => rows(same)))
  }
  expect(await onServer("select nextval('deliverable_item_sequence_seq')::int as next")).toEqual([{ next: 42 }])
  await expect(onServer("update audit_entry set reason = 'another'")).rejects.toThrow()

  const again = await runProgram('move-to-postgres', [], environment)
  expect(again.stderr).toMatch(/was moved to PostgreSQL on .* Set DATABASE_URL\./)
  await using site = await startSite({ environment: { DATABASE_URL: url } })
  expect(await meBy(site.url, token)).toBe(200)
}, 180_000)

type Rows = (sql: string) => Promise<unknown[]>

async function embedded<Result>(ask: (rows: Rows) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ directory })
  const rows = async (sql: string) => (await database.pool.query(sql)).rows
  return ask(rows).finally(database.close)
}

async function onServer(sql: string): Promise<unknown[]> {
  const client = await connectPatiently(url)
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}
