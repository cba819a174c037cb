import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { findProgram } from '../support/site/find-program.ts'
import { unprivilegedUser } from '../support/site/start-pooler.ts'
import { freePort } from '../support/site/start-site.ts'

const pooler = findProgram('pgbouncer')
const binaries = findPostgres(process.env.PATH)

/** Starts the pooler with our configuration, but with the test's database and port. */
async function startPooler(password: string) {
  const postgres = await startTemporaryPostgres(binaries ?? '', { isDurable: false })
  onTestFinished(postgres.stop)
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-pooler-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Anyone may write to the folder, because PgBouncer never runs as root.
  chmodSync(folder, 0o777)
  const port = await freePort()
  const socket = new URL(postgres.url).searchParams.get('host')
  const configuration = readFileSync('operations/pgbouncer/pgbouncer.ini', 'utf8')
    .replace('host=database port=5432 dbname=futureworld', `host=${socket} dbname=postgres`)
    .replace('0.0.0.0', '127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/run/pgbouncer', folder)
  expect(configuration).toContain(String(port))
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration)
  // PgBouncer's user may not be able to read the repository.
  copyFileSync('operations/pgbouncer/start-pooler.sh', join(folder, 'start-pooler.sh'))
  const program = spawn('sh', ['start-pooler.sh'], {
    ...unprivilegedUser(),
    cwd: folder,
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      DATABASE_PASSWORD: password,
      POOLER_USERS: join(folder, 'userlist.txt'),
      POOLER_CONFIGURATION: join(folder, 'pgbouncer.ini'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    program.kill('SIGINT')
    await once(program, 'exit')
  })
  await new Promise<void>((resolve, reject) => {
    program.stderr.on('data', (line: Buffer) => String(line).includes('process up') && resolve())
    program.once('exit', () => reject(new Error('PgBouncer did not start')))
  })
  return (enteredPassword = password) =>
    new pg.Client({ host: '127.0.0.1', port, user: 'futureworld', database: 'futureworld', password: enteredPassword })
}

async function ask(client: pg.Client, sql: string) {
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const poolerTest = test.skipIf(!pooler || !binaries)

poolerTest('PgBouncer starts with our configuration and accepts only the right password', async () => {
  const clientWith = await startPooler('with "quotes" in it')
  expect(await ask(clientWith(), 'show statement_timeout')).toEqual([{ statement_timeout: '4500ms' }])
  await expect(ask(clientWith('another'), 'select 1')).rejects.toThrow()
})

poolerTest('PgBouncer assigns a connection only for the length of a transaction', async () => {
  const clientWith = await startPooler('secret')
  const [first, second] = [clientWith(), clientWith()]
  await Promise.all([first.connect(), second.connect()])
  const readPid = async (client: pg.Client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  expect(await readPid(first)).toBe(await readPid(second))
  await Promise.all([first.end(), second.end()])
})
