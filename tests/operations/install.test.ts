import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { runOnServer } from '../support/app/database-image.ts'
import { newFolder } from '../support/app/temporary.ts'

const binaries = findPostgres(process.env.PATH)
const document = readFileSync('docs/operations/install.md', 'utf8')

/** The command after `sudo -u postgres` in the document, run on the test's server. */
function runAsDocumented(program: string, socket: string) {
  const [, command = ''] = new RegExp(`^sudo -u postgres (${program} .*)$`, 'm').exec(document) ?? []
  const [name = '', ...args] = command.split(' ')
  execFileSync(join(binaries ?? '', name), args, {
    env: { PATH: process.env.PATH, PGHOST: socket, PGUSER: 'futureworld_owner' },
  })
}

/** The database as the document creates it, owned by a role without other privileges. */
async function installDatabase() {
  const postgres = await startTemporaryPostgres(binaries ?? '', { isDurable: false })
  onTestFinished(postgres.stop)
  const socket = new URL(postgres.url).searchParams.get('host') ?? ''
  // Debian's first role is postgres, but the temporary server already has one named like the site's.
  await runOnServer(postgres.url, 'create role futureworld_owner superuser login')
  await runOnServer(
    postgres.url.replace('futureworld@', 'futureworld_owner@'),
    'alter role futureworld rename to first_role',
  )
  runAsDocumented('createuser', socket)
  runAsDocumented('createdb', socket)
  return `postgresql://futureworld@localhost/futureworld?host=${encodeURIComponent(socket)}`
}

async function migrate(url: string) {
  const program = spawn(process.execPath, ['bin/futureworld.mjs', 'migrate'], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: await newFolder(), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    program[name].on('data', (chunk: Buffer) => {
      output[name] += chunk
    })
  const [status] = await once(program, 'close')
  return { status, ...output }
}

test.skipIf(!binaries)(
  'the site works on a database created as documented, with a role that has no other rights',
  async () => {
    const url = await installDatabase()
    const [role] = await runOnServer(
      url,
      'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false })

    const { status, stdout, stderr } = await migrate(url)

    expect([status, stdout, stderr]).toEqual([0, 'The database is ready for this version.\n', ''])
    const [{ packages, queues } = {}] = await runOnServer(
      url,
      'select (select count(*) from package)::int as packages, (select count(*) from pgboss.queue)::int as queues',
    )
    expect([packages > 0, queues > 0]).toEqual([true, true])
  },
)

test.skipIf(!binaries)('five concurrent migrations run one after the other, without an error', async () => {
  const url = await installDatabase()
  const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
  expect(all.map(({ status, stderr }) => [status, stderr])).toEqual(all.map(() => [0, '']))
})

test.skipIf(!binaries)('a version starts on tables of the next version', async () => {
  const url = await installDatabase()
  expect((await migrate(url)).status).toBe(0)
  await runOnServer(
    url,
    "insert into schema_migration (name, checksum) values ('9999-of-the-next-version.sql', 'unknown')",
  )
  expect(await migrate(url)).toMatchObject({ status: 0, stderr: '' })
})

test('the documented password generator needs no URL encoding', () => {
  const [, command = ''] = /^(openssl rand .*)$/m.exec(document) ?? []
  const [program = '', ...args] = command.split(' ')
  expect(execFileSync(program, args, { encoding: 'utf8' })).toMatch(/^[0-9a-f]{64}\n$/)
})
