import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, inject } from 'vitest'
import { buildApp } from '#app/server/build-app.ts'
import { jobHandlers, jobs } from '#app/server/job-handlers.ts'
import { openMetrics } from '#app/server/metrics/open-metrics.ts'
import type { Role } from '#features/accounts/contract.ts'
import { hashPassword } from '#features/accounts/server/hash-password.ts'
import { openSession } from '#features/accounts/server/open-session.ts'
import { getAccount, insertAccount } from '#features/accounts/server/store.ts'
import type { FetchCalendar } from '#features/bookings/server/public.ts'
import type { IncomingMail } from '#features/conversations/server/public.ts'
import { openStripe } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { onlyInDatabase } from '#platform/server/files/open-files.ts'
import { type Job, openJobs } from '#platform/server/jobs.ts'
import { openLimits } from '#platform/server/limits.ts'
import { openLive } from '#platform/server/live/open-live.ts'
import type { MailTransport } from '#platform/server/mail/mail-transport.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Exchange } from '../../src/sandbox/http/exchanges.ts'
import { type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { databaseAddress, runOnServer } from './database-image.ts'
import { payAsBrowser } from './pay-as-browser.ts'
import { contractErrors } from './stripe-contract.ts'
import { makeClient } from './test-client.ts'

const keys = { secretKey: 'sk_test_app', publishableKey: 'pk_test_app', webhookSecret: 'whsec_app' }

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Somebody with an account who is logged in. */
export type Member = Awaited<ReturnType<TestApp['quickMember']>>

/** The real server on a real database with the sandbox provider beside it: what a test talks to. */
export async function startApp({
  publicUrl = 'http://localhost:5001',
  logLevel = 'warn',
  billing = {} as NonNullable<SandboxOptions['billing']>,
  incomingMail = undefined as IncomingMail | undefined,
  calendars = (async () => ({ ok: false, problem: 'not-reached' })) as FetchCalendar,
  metricsToken = undefined as string | undefined,
  files = onlyInDatabase,
} = {}) {
  const { database, remove } = await openTestDatabase()
  const webhook = { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret, retryDelays: [10, 10, 10] }
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, billing, webhook })
  const logLines: string[] = []
  const log = { info() {}, warn() {}, error: (line: unknown) => logLines.push(JSON.stringify(line)) }
  const runner = await openJobs(database, jobs, log)
  const clock = makeClock()
  const context: Context = {
    db: database.db,
    jobs: runner,
    limits: openLimits(database.db),
    files,
    now: clock.now,
    publicUrl,
    log,
  }
  const live = await openLive(database, log)
  const provider = openStripe({ ...keys, sandbox: { url: sandbox.url, publicUrl: sandbox.url }, log })
  const metrics = openMetrics({
    database,
    live,
    queues: jobs.map(({ name }) => name),
    paymentMode: provider.mode,
    now: clock.now,
    log,
  })
  const app = await buildApp({
    context,
    realNow: clock.now,
    provider,
    live,
    isReady: async () => true,
    log: { level: logLevel, stream: collector(logLines) },
    incomingMail,
    metrics,
    metricsToken,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  webhook.url = `http://127.0.0.1:${port}/api/webhooks/stripe`

  const mails: Mail[] = []
  const handlers = jobHandlers({
    context,
    realNow: clock.now,
    provider,
    mail: { send: async (letter) => void mails.push(letter) },
    calendars,
    onEventHandled: metrics.noteEventHandled,
  })
  const exchanges: Exchange[] = []
  sandbox.onExchange((exchange) => exchanges.push(exchange))
  const close = async () => {
    await app.close()
    await runner.stop()
    await sandbox.close()
    await database.close()
    await remove()
    // Whatever a test was about: what we say to the provider and what it answers keeps to its published contract.
    expect(exchanges.flatMap(contractErrors)).toEqual([])
  }
  const visitor = makeClient(app)

  return {
    app,
    url: `http://127.0.0.1:${port}`,
    context,
    provider,
    live,
    database,
    sandbox,
    clock,
    keys,
    mails,
    logLines,
    visitor,
    /** Registers somebody new and logs them in. */
    member: (person: Partial<Person> = {}) => logInNewMember(app, person),
    /** Somebody with an account and a session, without the work of registering and logging in. */
    quickMember: (role?: Role) => openNewMember(app, context, role),
    /** The same member with a new session: the one before may have ended, or stays open in another browser. */
    returning: async <Known extends { id: string }>(member: Known) => ({
      ...member,
      ...(await openTestSession(app, context, member.id)),
    }),
    /** Somebody from another address: limits count them apart. */
    stranger: () => makeClient(app, undefined, randomAddress()),
    /** What the provider's script does in the browser: confirm the payment with a test card. */
    pay: (clientSecret: string, card = 'tok_visa') =>
      payAsBrowser(sandbox.url, keys.publishableKey, clientSecret, card),
    /** What stands in the database, past the API. */
    rows: async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows,
    /** Lets time pass for us and the provider alike, with all that falls due there on the way. */
    async jump(step: { days?: number; hours?: number }) {
      clock.advance(step)
      sandbox.advanceClock(step)
      await sandbox.idle()
      await runner.drain(handlers)
    },
    /** Does the work of a job that runs by the clock. */
    async run(name: string) {
      const job: Job<object> | undefined = jobs.find((known) => known.name === name)
      if (!job) throw new Error(`There is no job ${name}`)
      await runner.send(database.db, job, {})
      await runner.drain(handlers)
    },
    /** Does what is due, and what waits for its next attempt, with another mail server. */
    async runJobs(mail: MailTransport) {
      await database.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
      await runner.drain(jobHandlers({ context, realNow: clock.now, provider, mail, calendars }))
    },
    /** The same server in front of another database. */
    async onDatabase(url: string) {
      const other = await openDatabase({ url })
      const server = await buildApp({
        context: { ...context, db: other.db, limits: openLimits(other.db) },
        realNow: clock.now,
        provider,
        live: await openLive(other, log),
        isReady: async () => (await other.pool.query('select 1')).rowCount === 1,
        log: { level: 'silent' },
      })
      return {
        ...makeClient(server),
        async close() {
          await server.close()
          await other.close()
        },
      }
    },
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

/** What the form of registration sends. */
export function newPerson(given: Partial<Person> = {}): Person {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${randomUUID()}@example.org`,
    mobile: '+447700900123',
    password: 'a long enough password',
    ...given,
  }
}

async function logInNewMember(app: FastifyInstance, given: Partial<Person>) {
  const person = newPerson(given)
  const visitor = makeClient(app, undefined, randomAddress())
  await visitor.post('/api/auth/register', person)
  const { body } = await visitor.post('/api/auth/login', { email: person.email, password: person.password })
  return {
    ...makeClient(app, body.data.token),
    person,
    id: body.data.user.id as string,
    token: body.data.token as string,
  }
}

/** Everybody has the same password: its hash is worked out once. */
const usualHash = hashPassword(newPerson().password)

async function openNewMember(app: FastifyInstance, context: Context, role: Role = 'member') {
  const person = newPerson()
  const id = await insertAccount(context.db, {
    ...person,
    passwordHash: await usualHash,
    role,
    createdAt: context.now(),
  })
  if (!id) throw new Error('The account was not made')
  return { person, id: id as string, ...(await openTestSession(app, context, id)) }
}

async function openTestSession(app: FastifyInstance, context: Context, id: string) {
  const account = await getAccount(context.db, id as MemberId)
  const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
  const { token } = await context.db
    .transaction()
    .execute((tx) => openSession(tx, context, account, { keepSignedIn: false, caller }))
  return { ...makeClient(app, token, randomAddress()), token }
}

/** From the net that is set aside for benchmarks (RFC 2544). */
function randomAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`
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
