import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'

const binaries = findPostgres(process.env.PATH)
const document = readFileSync('docs/operations/install.md', 'utf8')

/** The words that the document has after `sudo -u postgres`, run with the database server of the test. */
function asDocumented(program: string, socket: string) {
  const [, words = ''] = new RegExp(`^sudo -u postgres (${program} .*)$`, 'm').exec(document) ?? []
  const [name = '', ...rest] = words.split(' ')
  execFileSync(join(binaries ?? '', name), rest, {
    env: { PATH: process.env.PATH, PGHOST: socket, PGUSER: 'futureworld_owner' },
  })
}

/** The database as the document has one make it, owned by a role that may do nothing else. */
async function installDatabase() {
  const postgres = await startTemporaryPostgres(binaries ?? '', { isDurable: false })
  onTestFinished(postgres.stop)
  const socket = new URL(postgres.url).searchParams.get('host') ?? ''
  // The user that Debian's server begins with is called postgres; the temporary one has the role of the site already.
  await run(postgres.url, 'create role futureworld_owner superuser login')
  await run(postgres.url.replace('futureworld@', 'futureworld_owner@'), 'alter role futureworld rename to the_first')
  asDocumented('createuser', socket)
  asDocumented('createdb', socket)
  return `postgresql://futureworld@localhost/futureworld?host=${encodeURIComponent(socket)}`
}

async function run(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function migrate(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, ...words] = scripts.migrate.split(' ')
  const program = spawn(process.execPath, words, {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn' },
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
  'a database that is made as the document says takes the site, whose role owns it and nothing else',
  async () => {
    const url = await installDatabase()
    const [role] = await run(
      url,
      'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false })

    const { status, stdout, stderr } = await migrate(url)

    expect([status, stdout, stderr]).toEqual([0, 'The database is ready for this version.\n', ''])
    const [{ packages, queues } = {}] = await run(
      url,
      'select (select count(*) from package)::int as packages, (select count(*) from pgboss.queue)::int as queues',
    )
    expect([packages > 0, queues > 0]).toEqual([true, true])
  },
)

test.skipIf(!binaries)(
  'five processes that migrate at once do it one after the other, and a later one finds it done',
  async () => {
    const url = await installDatabase()
    const all = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
    expect(all.map(({ status, stderr }) => [status, stderr])).toEqual(all.map(() => [0, '']))
  },
)

test.skipIf(!binaries)('a version before starts on tables of the version after it', async () => {
  const url = await installDatabase()
  expect((await migrate(url)).status).toBe(0)
  await run(url, "insert into schema_migration (name, checksum) values ('9999-of-the-next-version.sql', 'unknown')")
  expect(await migrate(url)).toMatchObject({ status: 0, stderr: '' })
})

test('a database that is away is said in one sentence', async () => {
  const { status, stderr } = await migrate('postgresql://futureworld@127.0.0.1:9/futureworld')
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^The database of DATABASE_URL cannot be reached \(.*\)\. Check the address and start again\.\n$/,
  )
})

test('the password that the document has one make may stand in an address as it is', () => {
  const [, words = ''] = /^(openssl rand .*)$/m.exec(document) ?? []
  const [program = '', ...rest] = words.split(' ')
  expect(execFileSync(program, rest, { encoding: 'utf8' })).toMatch(/^[0-9a-f]{64}\n$/)
})
