import { readdir } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { runOnServer } from '../../support/app/database-image.ts'
import { callProgram, runProgram } from '../../support/app/run-program.ts'
import { newFolder } from '../../support/app/temporary.ts'
import { requirePostgres } from '../../support/site/find-program.ts'

/** An operator's mistake must produce a single-line message and leave no process or file behind. */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const postgres = await startTemporaryPostgres(requirePostgres(), { isDurable: false })
resources.defer(postgres.stop)
const folder = await newFolder(afterAll)

test("if the database user lacks privileges, the error says to make it the database's owner", async () => {
  await runOnServer(postgres.url, 'create role guest login')
  const DATABASE_URL = postgres.url.replace('//futureworld@', '//guest@')

  expect(await callProgram(['migrate'], { DATABASE_URL })).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The user in DATABASE_URL doesn’t have the rights the site needs (permission denied for schema public). Make it the owner of the database.\n',
  })
})

test('if TLS is required, a server without it counts as unreachable', async () => {
  const { status, stderr } = await callProgram(['migrate'], { DATABASE_URL: `${postgres.url}&sslmode=verify-full` })
  expect([status, stderr]).toEqual([
    1,
    'Can’t reach the database in DATABASE_URL (The server does not support SSL connections). Check the address and start again.\n',
  ])
})

test('if the listen address is wrong, the error names its setting', async () => {
  const environment = { DATABASE_URL: postgres.url, DATABASE_LISTEN_URL: 'postgresql://futureworld@127.0.0.1:1/x' }
  const { status, stderr } = await callProgram(['migrate'], environment)
  expect([status, stderr.split(' (')[0]]).toEqual([1, 'Can’t reach the database in DATABASE_LISTEN_URL'])
})

test('encrypting a backup with an invalid key is refused and leaves no file behind', async () => {
  // With these tables, the dump is larger than a pipe's buffer, so the dump process would hang if it were not ended.
  await callProgram(['migrate'], { DATABASE_URL: postgres.url })
  const key = `age1${'q'.repeat(58)}`
  const { status, stderr } = await runProgram(['backup', folder], {
    DATABASE_URL: postgres.url,
    BACKUP_RECIPIENTS: key,
  })
  expect([status, stderr]).toEqual([1, `${key} in BACKUP_RECIPIENTS isn’t an age public key.\n`])
  expect(await readdir(folder)).toEqual([])
})
