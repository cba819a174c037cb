import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Exchange, type SandboxOptions, startSandbox } from 'stripe-sandbox'
import { contractErrors } from 'stripe-sandbox/contract'
import { expect } from 'vitest'
import { openMetrics } from '#app/monitoring/metrics.ts'
import { buildApp } from '#app/server/build-app.ts'
import { jobHandlers, jobs } from '#app/server/jobs.ts'
import type { Role } from '#features/accounts/contract.ts'
import { hashPassword } from '#features/accounts/passwords/server/hash-password.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import type { FetchCalendar } from '#features/bookings/server/public.ts'
import type { IncomingEmailSettings } from '#features/conversations/server/public.ts'
import { openStripeGateway } from '#features/payments/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { EmailTransport } from '#platform/server/email/transport.ts'
import { databaseOnly } from '#platform/server/files/open-storage.ts'
import { openLiveUpdates } from '#platform/server/live/live-updates.ts'
import { openRateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import { newPerson, type Person } from '../given/new-person.ts'
import { confirmAsBrowser, payAsBrowser } from '../site/pay-as-browser.ts'
import { createContext, openLogin } from './queue-context.ts'
import { makeClient } from './test-client.ts'
import { openTestDatabase } from './test-database.ts'

export { newPerson }

const keys = { secretKey: 'sk_test_app', publishableKey: 'pk_test_app', webhookSecret: 'whsec_app' }

export type TestApp = Awaited<ReturnType<typeof startApp>>

/** A logged-in account and its client. */
export type Member = Awaited<ReturnType<TestApp['quickMember']>>

/** Starts the real server on a real database with the payment sandbox. */
export async function startApp({
  publicUrl = 'http://localhost:5001',
  logLevel = 'warn',
  billing = {} as NonNullable<SandboxOptions['billing']>,
  incomingEmail = undefined as IncomingEmailSettings | undefined,
  calendars = (async () => ({ ok: false, problem: 'not-reached' })) as FetchCalendar,
  metricsToken = undefined as string | undefined,
  files = databaseOnly,
} = {}) {
  const logLines: string[] = []
  const log = { info() {}, warn() {}, error: (line: unknown) => logLines.push(JSON.stringify(line)) }
  const { database, runner, release } = await openTestDatabase(log)
  const webhook = { url: 'http://127.0.0.1:9/', secret: keys.webhookSecret, retryDelays: [10, 10, 10] }
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, billing, webhook })
  const clock = makeClock()
  const context: Context = { ...createContext(database, runner), files, now: clock.now, publicUrl, log }
  const live = await openLiveUpdates(database, log)
  const provider = openStripeGateway({ ...keys, sandbox: { url: sandbox.url, publicUrl: sandbox.url }, log })
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
    log: { level: logLevel, stream: collectLines(logLines) },
    incomingEmail,
    metrics,
    metricsToken,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  webhook.url = `http://127.0.0.1:${port}/api/webhooks/stripe`

  const mails: Email[] = []
  const handlers = jobHandlers({
    ...context,
    realNow: clock.now,
    provider,
    mail: { send: async (email) => void mails.push(email) },
    fetchCalendar: calendars,
    onEventHandled: metrics.recordEventLag,
  })
  const exchanges: Exchange[] = []
  sandbox.onExchange((exchange) => exchanges.push(exchange))
  const close = async () => {
    await app.close()
    await sandbox.close()
    await release()
    // In every test, our calls to the provider and its responses must match the published contract.
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
    /** Registers a new member and logs them in. */
    member: (person: Partial<Person> = {}) => logInNewMember(app, person),
    /** A member who has never logged in. */
    newcomer: () => insertNewAccount(context),
    /** Inserts an account with a session, which is faster than registering. */
    quickMember: (role?: Role) => openNewMember(app, context, role),
    /**
     * The same member with a new login session. The previous session may have ended, or stays open as in another
     * browser.
     */
    returning: async <Account extends { id: string }>(member: Account) => ({
      ...member,
      ...(await openTestSession(app, context, member.id)),
    }),
    /** A visitor from a different address, whom rate limits count separately. */
    stranger: () => makeClient(app, undefined, randomAddress()),
    /** Posts the login form from a different address. */
    logIn: ({ email, password }: Pick<Person, 'email' | 'password'>, options = {}, headers?: Record<string, string>) =>
      makeClient(app, undefined, randomAddress()).post('/api/auth/login', { email, password, ...options }, headers),
    /** A client that sends this access token. */
    withToken: (token: string) => makeClient(app, token),
    /** Confirms the payment with a test card, as the provider's script does in the browser. */
    pay: (clientSecret: string, card = 'tok_visa', options?: Parameters<typeof payAsBrowser>[4]) =>
      payAsBrowser(sandbox.url, keys.publishableKey, clientSecret, card, options),
    /** Confirms the payment or set-up with a saved card. */
    payWithSaved: (clientSecret: string, cardId: string) =>
      confirmAsBrowser(sandbox.url, keys.publishableKey, clientSecret, cardId),
    /** Queries the database directly, without the API. */
    rows: async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows,
    /** Moves our clock and the provider's, and runs everything that falls due. */
    async jump(step: { days?: number; hours?: number }) {
      clock.advance(step)
      sandbox.advanceClock(step)
      await sandbox.idle()
      await runner.drain(handlers)
    },
    /** Runs a scheduled job now. */
    async run(name: string) {
      const job = jobs.find((candidate) => candidate.name === name)
      if (!job) throw new Error(`There is no job ${name}`)
      await runner.send(database.db, job, {})
      await runner.drain(handlers)
    },
    /** Runs due jobs and pending retries with a different mail server. */
    async runJobs(mail: EmailTransport) {
      await database.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
      await runner.drain(jobHandlers({ ...context, realNow: clock.now, provider, mail, fetchCalendar: calendars }))
    },
    /** Starts the same server on a different database. */
    async onDatabase(url: string) {
      const otherDatabase = await openDatabase({ url })
      const server = await buildApp({
        context: { ...context, db: otherDatabase.db, limits: openRateLimits(otherDatabase.db) },
        realNow: clock.now,
        provider,
        live: await openLiveUpdates(otherDatabase, log),
        isReady: async () => (await otherDatabase.pool.query('select 1')).rowCount === 1,
        log: { level: 'silent' },
      })
      return {
        ...makeClient(server),
        async close() {
          await server.close()
          await otherDatabase.close()
        },
      }
    },
    /** Waits for everything in progress: webhooks, jobs and emails. */
    async settle() {
      await sandbox.idle()
      await runner.drain(handlers)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function logInNewMember(app: FastifyInstance, details: Partial<Person>) {
  const person = newPerson(details)
  const visitor = makeClient(app, undefined, randomAddress())
  const { body } = await visitor.post('/api/auth/register', person)
  return {
    ...makeClient(app, body.data.token),
    person,
    id: body.data.user.id as string,
    token: body.data.token as string,
  }
}

/** All these accounts share one password, so it is hashed only once. */
const sharedPasswordHash = hashPassword(newPerson().password)

async function insertNewAccount(context: Context, role: Role = 'member') {
  const person = newPerson()
  const id = await insertAccount(context.db, {
    ...person,
    passwordHash: await sharedPasswordHash,
    role,
    createdAt: context.now(),
  })
  if (!id) throw new Error('The account was not created')
  return { person, id: id as string }
}

async function openNewMember(app: FastifyInstance, context: Context, role?: Role) {
  const account = await insertNewAccount(context, role)
  return { ...account, ...(await openTestSession(app, context, account.id)) }
}

async function openTestSession(app: FastifyInstance, context: Context, id: string) {
  const token = await openLogin(context, id)
  return { ...makeClient(app, token, randomAddress()), token }
}

/** Returns an address in the network reserved for benchmarks (RFC 2544). */
function randomAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`
}

/** The business's time, which is the real time until a test moves it. */
function makeClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Record<string, number>) {
      offsetMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}

function collectLines(lines: string[]) {
  return { write: (line: string) => lines.push(line) } as unknown as NodeJS.WritableStream
}
