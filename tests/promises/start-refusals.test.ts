import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, startSite } from '../support/start-site.ts'

const folder = await mkdtemp(join(tmpdir(), 'futureworld-refusals-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(environment: Record<string, string>) {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/app/server/start.ts'],
    {
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...process.env, ...ports, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...environment },
    },
  )
  return { status, sentence: stderr.trim(), stdout }
}

async function occupied() {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { port: String(address.port), [Symbol.dispose]: () => void server.close() }
}

test('a port in use is said by its number', async () => {
  using taken = await occupied()
  const { status, sentence } = await start({ PORT: taken.port })
  expect(status).toBe(1)
  expect(sentence).toBe(`Port ${taken.port} is in use by another program. Stop that one, or set PORT to a free port.`)
})

test("the sandbox's port in use is said as such", async () => {
  using taken = await occupied()
  const { status, sentence } = await start({ SANDBOX_PORT: taken.port })
  expect(status).toBe(1)
  expect(sentence).toContain(`Port ${taken.port}, where the payment sandbox listens, is in use`)
})

test('a provider that is half set up is refused before anything starts', async () => {
  const { status, sentence } = await start({ STRIPE_SECRET_KEY: 'sk_test_1' })
  expect(status).toBe(1)
  expect(sentence).toBe(
    'The payment provider is half set up: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET missing. Set all three keys or none.',
  )
})

test('a data directory that cannot be written is said so', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const { status, sentence } = await start({ DATA_DIR: join(file, 'data') })
  expect(status).toBe(1)
  expect(sentence).toMatch(/^The data directory .*a-file\/data cannot be written \(.+\)\. Give this user the right/)
})

test('a database that is away is said so, without its password', async () => {
  const url = `postgresql://somebody:a-secret@127.0.0.1:${await freePort()}/futureworld`
  const { status, sentence, stdout } = await start({ DATABASE_URL: url })
  expect(status).toBe(1)
  expect(sentence).toMatch(
    /^The database of DATABASE_URL cannot be reached \(.+\)\. Check the address and start again\.$/,
  )
  expect(sentence + stdout).not.toContain('a-secret')
})

test('a second process on the same data is refused, and the first goes on', async () => {
  await using site = await startSite()
  const { status, sentence } = await start({ DATA_DIR: site.data })
  expect(status).toBe(1)
  expect(sentence).toContain('is in use by another process of this site')
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
})

test('stopping is clean: the process ends by itself, and what it held is free again', async () => {
  const site = await startSite()
  const code = await site.stop()
  expect(code).toBe(0)
  await using again = await startSite({ directory: site.data })
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
  await rm(site.data, { recursive: true, force: true })
})
