import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres } from '#platform/server/db/temporary-postgres.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { runProgram } from '../support/run-program.ts'
import { startPooler } from '../support/start-pooler.ts'
import { freePort } from '../support/start-site.ts'

/** A server and its standby, which answers what may be a few seconds old. */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A standby needs a database server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const pair = await startPostgresPair(binaries)
opened.defer(pair.stop)

async function openWith(replicaUrl: string) {
  const database = await openDatabase({ url: pair.primaryUrl, replicaUrl })
  const told: (string | undefined)[] = []
  database.replicaServer?.onChange((problem) => told.push(problem))
  const askWhere = async () => {
    const { rows } = await sql<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(
      database.replica,
    )
    return rows[0]?.is_standby ? 'standby' : 'primary'
  }
  return { askWhere, told, [Symbol.asyncDispose]: database.close }
}

test('a standby that is there is asked, and nobody is told of it', async () => {
  await using database = await openWith(pair.standbyUrl)
  expect([await database.askWhere(), await database.askWhere(), database.told]).toEqual(['standby', 'standby', []])
})

test('for one that is away the server answers in its place, and that is told once', async () => {
  await using database = await openWith(nowhere(await freePort()))
  expect([await database.askWhere(), await database.askWhere()]).toEqual(['primary', 'primary'])
  expect(database.told).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('an address that cannot be right stops the start with one sentence', { timeout: 120_000 }, async () => {
  const pooler = await startPooler(pair.standbyUrl, { connections: 3 })
  opened.defer(pooler.stop)
  const wrong = [pooler.address(pair.standbyUrl), pair.standbyUrl.replace(/postgres$/, 'nobodys')]
  for (const DATABASE_REPLICA_URL of wrong) {
    const { status, stderr } = await migrateWith(DATABASE_REPLICA_URL)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The database of DATABASE_REPLICA_URL cannot be reached \(.+\)\. Check the address.+\n$/),
    ])
  }
})

test('one that is away at the start does not stop it', { timeout: 60_000 }, async () => {
  const { status, stderr } = await migrateWith(nowhere(await freePort()))
  expect([status, stderr]).toEqual([0, ''])
})

function migrateWith(replicaUrl: string) {
  return runProgram('migrate', [], { DATABASE_URL: pair.primaryUrl, DATABASE_REPLICA_URL: replicaUrl })
}

function nowhere(port: number): string {
  return `postgresql://futureworld@127.0.0.1:${port}/postgres`
}
