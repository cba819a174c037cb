import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { insertAccount } from '#features/accounts/server/store.ts'
import { openDataKeys, readKeyId } from '#platform/server/data-keys.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { newPerson } from '../../support/app/start-app.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { freePort, startSite } from '../../support/site/start-site.ts'

const directory = await newSiteDirectory(afterAll)

/**
 * Starts a site that must refuse to start.
 * @returns its error output
 */
async function expectRefused(environment: Record<string, string>) {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/futureworld.mjs', 'start'], {
    encoding: 'utf8',
    env: { ...process.env, ...ports, DATA_DIR: directory, LOG_LEVEL: 'warn', ...environment },
  })
  expect(status).toBe(1)
  return { message: stderr.trim(), stdout }
}

async function occupyPort() {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: String(address.port), [Symbol.dispose]: () => void server.close() }
}

test('if the port is in use, the error names it', async () => {
  using portHolder = await occupyPort()
  const { message } = await expectRefused({ PORT: portHolder.port })
  expect(message).toBe(
    `Port ${portHolder.port} is in use by another program. Stop that program, or set PORT to a free port.`,
  )
})

test("if the sandbox's port is in use, the error names it", async () => {
  using portHolder = await occupyPort()
  const { message } = await expectRefused({ SANDBOX_PORT: portHolder.port })
  expect(message).toContain(`Port ${portHolder.port}, where the payment sandbox listens, is in use`)
})

test('incomplete payment provider keys are refused before anything starts', async () => {
  const { message } = await expectRefused({ STRIPE_SECRET_KEY: 'sk_test_1' })
  expect(message).toBe(
    'The payment provider is only partly set up. Missing: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET. Set all three keys or none.',
  )
})

test('an unwritable data directory is reported', async () => {
  const file = join(directory, 'a-file')
  await writeFile(file, '')
  const { message } = await expectRefused({ DATA_DIR: join(file, 'data') })
  expect(message).toMatch(/^The data directory .*a-file\/data can’t be written to \(.+\)\. Give this user write access/)
})

test('a database from an early version is refused with instructions', async () => {
  const oldDirectory = await newSiteDirectory()
  const database = await openDatabase({ directory: oldDirectory })
  const rename = "update schema_migration set name = '0001-catalogue.sql' where name = '0001-platform.sql'"
  await database.pool.query(rename).finally(database.close)

  const { message } = await expectRefused({ DATA_DIR: oldDirectory })
  expect(message).toBe(
    'The database was created by an early version that can’t be upgraded. Move its folder away (DATA_DIR, or ./data by default), or set DATABASE_URL to an empty database and DATA_DIR to an empty folder. Then start again.',
  )
})

test('if a data key is missing, the error names its id, and the site starts once the key is added', async () => {
  const sealed = await newSiteDirectory()
  const makeKey = (byte: number) => Buffer.alloc(32, byte)
  const database = await openDatabase({ directory: sealed })
  const person = { ...newPerson(), passwordHash: 'nobody logs in with this', role: 'member' as const }
  const id = await insertAccount(database.db, { ...person, createdAt: new Date() })
  const seal = openDataKeys([makeKey(1)]).seal(Buffer.from('a secret'), 'anything')
  await database.pool.query(
    "insert into authenticator (account_id, secret, sealed, created_at) values ($1, '', $2, now())",
    [id, seal],
  )
  await database.close()

  const otherKey = { DATA_DIR: sealed, DATA_KEYS: makeKey(2).toString('base64') }
  const { message } = await expectRefused(otherKey)
  expect(message).toBe(
    `Data is sealed with a key (${readKeyId(seal).toString('hex')}) that is neither in DATA_KEYS nor in data.key in DATA_DIR. Add it to DATA_KEYS. If it’s lost for good, see docs/operations/secrets.md.`,
  )
  const both = [makeKey(2), makeKey(1)].map((key) => key.toString('base64')).join(',')
  await using site = await startSite({ directory: sealed, environment: { DATA_KEYS: both } })
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

test('if the database is unreachable, the error does not contain its password', async () => {
  const url = `postgresql://somebody:a-secret@127.0.0.1:${await freePort()}/futureworld`
  const { message, stdout } = await expectRefused({ DATABASE_URL: url })
  expect(message).toMatch(/^Can’t reach the database in DATABASE_URL \(.+\)\. Check the address and start again\.$/)
  expect(message + stdout).not.toContain('a-secret')
})

test('a second process on the same data is refused, and the first keeps running and can be restarted', async () => {
  const site = await startSite({ directory })
  const { message } = await expectRefused({})
  expect(message).toContain('is in use by another process of this site')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(await site.stop()).toBe(0)
  await using restarted = await startSite({ directory })
  expect((await fetch(`${restarted.url}/readyz`)).status).toBe(200)
})
