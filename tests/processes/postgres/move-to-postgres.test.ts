import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openOperatorConnection } from '#app/backup/operator-connection.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runOnServer } from '../../support/app/database-image.ts'
import { callProgram, runProgram } from '../../support/app/run-program.ts'
import { makeDatabase, server } from '../../support/app/server-database.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { callSite } from '../../support/site/call-site.ts'
import { Shopper } from '../../support/site/shopper.ts'
import { startSite } from '../../support/site/start-site.ts'

/** From the embedded database to a server, with the commands as an operator runs them. */

// Owning the database must suffice, without administrator rights on the server.
const owner = `owner_${randomUUID().slice(0, 8)}`
await runOnServer(server, `create role ${owner} login`)
const created = await makeDatabase({ isEmpty: true, owner })
const url = Object.assign(new URL(created.url), { username: owner }).href
const directory = await newSiteDirectory(afterAll)

afterAll(async () => {
  await created.drop()
  await runOnServer(server, `drop role ${owner}`)
})

test('one command moves all data to PostgreSQL, sessions stay valid, and the old data cannot start again', async () => {
  const environment = { DATA_DIR: directory, DATABASE_URL: url }
  let token = ''
  {
    await using site = await startSite({ directory })
    const ada = new Shopper(() => site.url)
    token = await ada.logIn()
    expect((await callProgram(['move-to-postgres'], environment)).stderr).toContain('is in use by another process')
    await site.stop()
  }
  await withEmbedded(async (rows) => {
    await rows(`insert into audit_entry (occurred_at, actor_id, action, object_kind, object_id)
      select now(), id, 'member.disabled', 'member', id from account`)
    await rows("select setval('deliverable_sequence_seq', 41)")
  })

  const moved = await runProgram(['move-to-postgres'], environment)
  expect([moved.status, moved.stderr]).toEqual([0, ''])
  expect(moved.stdout).toMatch(/^\d+ rows from \d+ tables are in PostgreSQL and match by count, sum and checksum\.\n/)

  recordMeasurement(
    'R10',
    `moved from the embedded database: ${moved.stdout.trim().replaceAll('\n', '; ')}`,
    'counts, sums and checksums equal',
  )

  const keys = "select count(*)::int as count from pg_constraint where contype = 'f' and convalidated"
  const triggers = "select tgname from pg_trigger where not tgisinternal and tgenabled = 'O' order by tgname"
  const jobs = 'select id, name, state from pgboss.job order by id'
  for (const query of [keys, triggers, jobs]) {
    expect(await queryServer(query)).toEqual(await withEmbedded((rows) => rows(query)))
  }
  expect(await queryServer("select nextval('deliverable_sequence_seq')::int as next")).toEqual([{ next: 42 }])
  await expect(queryServer("update audit_entry set reason = 'another'")).rejects.toThrow()

  const repeated = await callProgram(['move-to-postgres'], environment)
  expect(repeated.stderr).toMatch(/was moved to PostgreSQL on .* Set DATABASE_URL\./)
  await using site = await startSite({ environment: { DATABASE_URL: url } })
  expect((await callSite(site.url, '/api/auth/me', { token })).status).toBe(200)
})

type Rows = (sql: string) => Promise<unknown[]>

async function withEmbedded<Result>(ask: (rows: Rows) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ directory })
  const rows = async (sql: string) => (await database.pool.query(sql)).rows
  return ask(rows).finally(database.close)
}

async function queryServer(sql: string): Promise<unknown[]> {
  const client = await openOperatorConnection(url)
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}
