import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openOperatorConnection, withSnapshot } from '#app/backup/operator-connection.ts'
import { compareChecksums, computeChecksums } from '#app/backup/table-checksums.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import {
  findPostgres,
  initializeData,
  launchServer,
  makeServerFolder,
  runAsServer,
  waitUntilReady,
} from '#platform/server/db/temporary-postgres.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'

/** R10 in docs/promises.md: at most five minutes of data are lost. Uses the commands in docs/operations/backup.md. */

const binaries = findPostgres(process.env.PATH) ?? ''
const folder = makeServerFolder()
const inFolder = (name: string) => join(folder, name)
const url = `postgresql://futureworld@localhost/postgres?host=${encodeURIComponent(folder)}`
const servers: ReturnType<typeof launchServer>[] = []

afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Reads the commands from the document and replaces its folders with this test's. */
function readBlocks(language: string): string[] {
  const document = readFileSync('docs/operations/backup.md', 'utf8')
  const section = document.slice(document.indexOf('## Point-in-time recovery'))
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, kind]) => kind === language)
    .map(([, , text = '']) =>
      text
        .replaceAll('/var/backups/futureworld', inFolder('backups'))
        .replaceAll('/var/lib/postgresql/restored', inFolder('restored')),
    )
}

function runInShell(script: string) {
  const set = `set -e; export PATH='${binaries}':"$PATH" DATABASE_URL='${url}'`
  runAsServer('/bin', 'sh', ['-c', `${set}\n${script}`], folder)
}

function start(data: string) {
  const server = launchServer(binaries, data, { listen_addresses: '', unix_socket_directories: folder })
  servers.push(server)
  waitUntilReady(binaries, folder)
  return server
}

test('data can be restored from archived WAL to the moment before a mistake', async () => {
  const data = inFolder('data')
  const [settings = ''] = readBlocks('ini')
  initializeData(binaries, data)
  runInShell(`mkdir -p '${inFolder('backups')}/wal'; cat >> '${data}/postgresql.conf' <<'END'\n${settings}END`)
  const server = start(data)
  const database = await openDatabase({ url })
  await migrate(database.direct).finally(database.close)
  const [baseBackup = '', restoreScript = ''] = readBlocks('sh')
  runInShell(baseBackup)

  const client = await openOperatorConnection(url)
  await client.query(
    `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
     select n || '@example.org', n || '@example.org', 'Ada', 'Lovelace', '', '', 'member', now()
     from generate_series(1, 100) as n`,
  )
  const before = await withSnapshot(client, () => computeChecksums(client))
  const { rows: clock } = await client.query('select clock_timestamp()::text as moment')
  await client.query('delete from account')
  const { rows: log } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()')
  const lastArchived = async () =>
    (await client.query('select last_archived_wal as name from pg_stat_archiver')).rows[0].name
  await expect.poll(lastArchived).toBe(log[0].name)
  await client.end()
  await server.stop()

  runInShell(restoreScript.replace(/(?<=recovery_target_time = ').*(?=')/, clock[0].moment))
  start(inFolder('restored'))

  const restoredClient = await openOperatorConnection(url)
  const isRecovering = async () => (await restoredClient.query('select pg_is_in_recovery() as answer')).rows[0].answer
  await expect.poll(isRecovering).toBe(false)
  const after = await withSnapshot(restoredClient, () => computeChecksums(restoredClient))
  expect(compareChecksums(before, after)).toEqual([])
  expect(after.find(({ table }) => table === 'public.account')?.rows).toBe(100)
  await restoredClient.end()
  recordMeasurement(
    'R10',
    'restored to a moment from a base backup and archived WAL, switched every 300 s',
    'RPO <= 5 min',
  )
})
