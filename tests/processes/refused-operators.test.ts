import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { runProgram } from '../support/run-program.ts'

/** What an operator sets wrong is one sentence, whatever the server says of it, and leaves nothing that runs on. */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('Operators are refused by a database server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const folder = await mkdtemp(join(tmpdir(), 'futureworld-refused-'))
opened.defer(() => rm(folder, { recursive: true, force: true }))

test('a user who owns nothing in the database is told to become its owner', { timeout: 60_000 }, async () => {
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create role guest login')
  await client.end()
  const DATABASE_URL = postgres.url.replace('//futureworld@', '//guest@')

  expect(await runProgram('migrate', [], { DATABASE_URL })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The user of DATABASE_URL may not do what the site needs (permission denied for schema public). Make it the owner of the database.\n',
  })
})

test('a server without TLS that is asked for it cannot be reached', { timeout: 60_000 }, async () => {
  const { status, stderr } = await runProgram('migrate', [], { DATABASE_URL: `${postgres.url}&sslmode=verify-full` })
  expect([status, stderr]).toEqual([
    1,
    'The database of DATABASE_URL cannot be reached (The server does not support SSL connections). Check the address and start again.\n',
  ])
})

test('the address that listens is named where it is the wrong one', { timeout: 60_000 }, async () => {
  const environment = { DATABASE_URL: postgres.url, DATABASE_LISTEN_URL: 'postgresql://futureworld@127.0.0.1:1/x' }
  const { status, stderr } = await runProgram('migrate', [], environment)
  expect([status, stderr.split(' (')[0]]).toEqual([1, 'The database of DATABASE_LISTEN_URL cannot be reached'])
})

test('a backup for a key that is none ends, and leaves nothing', { timeout: 60_000 }, async () => {
  // More than a program may say before somebody listens.
  await runProgram('migrate', [], { DATABASE_URL: postgres.url })
  const key = `age1${'q'.repeat(58)}`
  const { status, stderr } = await runProgram('backup', [folder], {
    DATABASE_URL: postgres.url,
    BACKUP_RECIPIENTS: key,
  })
  expect([status, stderr]).toEqual([1, `${key} in BACKUP_RECIPIENTS is no public key of age.\n`])
  expect(await readdir(folder)).toEqual([])
})
