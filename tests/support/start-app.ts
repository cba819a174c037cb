import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { jobHandlers, jobs } from '#app/server/job-handlers.ts'
import { openStripe } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { databaseAddress, runOnServer } from './database-image.ts'
import { payAsBrowser } from './pay-as-browser.ts'
import { makeClient, type TestClient } from './test-client.ts'

const keys = { secretKey: 'sk_test_app', publishableKey: 'pk_test_app', webhookSecret: 'whsec_app' }

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** The real server on a real database with the sandbox provider beside it: what a test talks to. */
export async function startApp() {
  const { database, remove } = await openTestDatabase()
  const webhook = { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret, retryDelays: [10, 10, 10] }
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, webhook })
  const logLines: string[] = []
  const log = { info() {}, warn() {}, error: (line: unknown) => logLines.push(JSON.stringify(line)) }
  const runner = await openJobs(database, jobs, log)
  const clock = makeClock()
  const context: Context = {
    db: database.db,
    jobs: runner,
    limits: openLimits(database.pool),
    now: clock.now,
    publicUrl: 'http://localhost:5001',
    log,
  }
  const provider = openStripe({ ...keys, sandbox: { url: sandbox.url, publicUrl: sandbox.url }, log })
  const app = await buildApp({
    context,
    provider,
    isReady: async () => true,
    log: { level: 'warn', stream: collector(logLines) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  webhook.url = `http://127.0.0.1:${port}/api/webhooks/stripe`

  const mails: Mail[] = []
  const handlers = jobHandlers(context, provider, { send: async (mail) => void mails.push(mail) })
  const close = async () => {
    await app.close()
    await runner.stop()
    await sandbox.close()
    await database.close()
    await remove()
  }
  const visitor = makeClient(app)

  return {
    app,
    url: `http://127.0.0.1:${port}`,
    context,
    provider,
    database,
    sandbox,
    clock,
    keys,
    mails,
    logLines,
    visitor,
    /** Registers somebody new and logs them in. */
    member: (person: Partial<Person> = {}) => logInNewMember(app, visitor, person),
    /** What the provider's script does in the browser: confirm the payment with a test card. */
    pay: (clientSecret: string, card = 'tok_visa') =>
      payAsBrowser(sandbox.url, keys.publishableKey, clientSecret, card),
    /** Lets everything happen that is under way: webhooks, jobs, mails. */
    async settle() {
      await sandbox.idle()
      await runner.drain(handlers)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

export type Person = { firstName: string; lastName: string; email: string; mobile: string; password: string }

async function logInNewMember(app: Parameters<typeof makeClient>[0], visitor: TestClient, given: Partial<Person>) {
  const person: Person = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${randomUUID()}@example.org`,
    mobile: '+447700900123',
    password: 'a long enough password',
    ...given,
  }
  await visitor.post('/api/auth/register', person)
  const { body } = await visitor.post('/api/auth/login', { email: person.email, password: person.password })
  return {
    ...makeClient(app, body.data.token),
    person,
    id: body.data.user.id as string,
    token: body.data.token as string,
  }
}

async function openTestDatabase(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const image = inject('databaseImage')
  if ('file' in image) {
    const memory = new Blob([await readFile(image.file)])
    return { database: await openDatabase({ memory }), remove: async () => {} }
  }
  const name = `${image.template}_${randomUUID().slice(0, 8)}`
  await runOnServer(image.server, `create database ${name} template ${image.template}`)
  return {
    database: await openDatabase({ url: databaseAddress(image.server, name) }),
    remove: () => runOnServer(image.server, `drop database ${name} with (force)`),
  }
}

/** The business's time: real, until a test moves it on. */
function makeClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Record<string, number>) {
      ahead += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}

function collector(lines: string[]) {
  return { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream
}
