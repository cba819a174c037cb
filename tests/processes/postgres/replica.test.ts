import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { callProgram } from '../../support/app/run-program.ts'
import { requirePostgres } from '../../support/site/find-program.ts'
import { startPostgresPair } from '../../support/site/postgres-pair.ts'
import { startPooler } from '../../support/site/start-pooler.ts'
import { freePort } from '../../support/site/start-site.ts'

/** A primary server and its standby, whose data may be a few seconds old. */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const pair = await startPostgresPair(requirePostgres())
resources.defer(pair.stop)

async function openWith(replicaUrl: string) {
  const database = await openDatabase({ url: pair.primaryUrl, replicaUrl })
  const reported: (string | undefined)[] = []
  database.replicaServer?.onChange((problem) => reported.push(problem))
  const findServer = async () => {
    const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(
      database.replica,
    )
    return rows[0]?.isStandby ? 'standby' : 'primary'
  }
  return { findServer, reported, [Symbol.asyncDispose]: database.close }
}

test('reads go to the standby while it is available, and nothing is reported', async () => {
  await using database = await openWith(pair.standbyUrl)
  expect([await database.findServer(), await database.findServer(), database.reported]).toEqual([
    'standby',
    'standby',
    [],
  ])
})

test('while the standby is unavailable, reads go to the primary and the problem is reported once', async () => {
  await using database = await openWith(unreachableUrl(await freePort()))
  expect([await database.findServer(), await database.findServer()]).toEqual(['primary', 'primary'])
  expect(database.reported).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('if the replica address is invalid, the site does not start and says why', async () => {
  const pooler = await startPooler(pair.standbyUrl, { connections: 3 })
  resources.defer(pooler.stop)
  const invalidUrls = [pooler.address(pair.standbyUrl), pair.standbyUrl.replace(/postgres$/, 'nobodys')]
  for (const DATABASE_REPLICA_URL of invalidUrls) {
    const { status, stderr } = await migrateWith(DATABASE_REPLICA_URL)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Can’t reach the database in DATABASE_REPLICA_URL \(.+\)\. Check the address.+\n$/),
    ])
  }
})

test('an unavailable replica does not prevent the site from starting', async () => {
  const { status, stderr } = await migrateWith(unreachableUrl(await freePort()))
  expect([status, stderr]).toEqual([0, ''])
})

function migrateWith(replicaUrl: string) {
  return callProgram(['migrate'], { DATABASE_URL: pair.primaryUrl, DATABASE_REPLICA_URL: replicaUrl })
}

function unreachableUrl(port: number): string {
  return `postgresql://futureworld@127.0.0.1:${port}/postgres`
}
