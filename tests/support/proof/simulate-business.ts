import { openDatabase } from '#platform/server/db/open-database.ts'
import { givenBookableConsultant } from '../given/bookable-consultants.ts'
import { newPerson } from '../given/new-person.ts'
import { payAsBrowser } from '../site/pay-as-browser.ts'
import { startProcesses } from '../site/processes.ts'
import { type FailedCall, RetryingVisitor } from '../site/retrying-visitor.ts'
import { type Quote, toOrder } from '../site/shopper.ts'
import { providerKeys, startProvider } from '../site/start-provider.ts'

/** Processes of a site with a payment provider, on a database with consultants to book. */
export async function openBusiness({ siteUrl, ports, databaseUrl, environment }: BusinessOptions) {
  await using opening = new AsyncDisposableStack()
  const provider = await startProvider(siteUrl)
  opening.defer(() => void provider.stop())
  const processes = await startProcesses(ports, {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: siteUrl,
    TRUST_PROXY: '127.0.0.1',
    ...provider.environment,
    ...environment,
  })
  opening.defer(processes.end)
  const database = await openDatabase({ url: databaseUrl })
  opening.defer(database.close)
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (let each = 0; each < 20; each += 1) await givenBookableConsultant({ database, rows })
  const resources = opening.move()
  const places = { siteUrl, sandboxUrl: provider.url }
  return { processes, database, places, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

type BusinessOptions = { siteUrl: string; ports: number[]; databaseUrl: string; environment?: Record<string, string> }

type Addresses = { siteUrl: string; sandboxUrl: string }

/** Purchases and bookings that the site confirmed to visitors, and the calls that failed. */
export type Acknowledged = { purchases: string[]; bookings: string[]; failedCalls: FailedCall[] }

/**
 * Visitors read, register, log in, buy and book, `atOnce` at a time, while the work goes on. Visits in progress then
 * finish. If a visit fails first, its error is reported.
 */
export async function simulateBusiness<Done>(
  places: Addresses,
  { atOnce, during }: { atOnce: number; during: (acknowledged: Acknowledged) => Promise<Done> },
): Promise<Acknowledged & { done: Done }> {
  const acknowledged: Acknowledged = { purchases: [], bookings: [], failedCalls: [] }
  let isOver = false
  let number = 0
  const worker = async () => {
    while (!isOver) await visit(places, number++, acknowledged)
  }
  const business = Promise.all(Array.from({ length: atOnce }, worker))
  const work = during(acknowledged)
  work.catch(() => {})
  await Promise.race([business, work]).finally(() => {
    isOver = true
  })
  await business
  return { ...acknowledged, done: await work }
}

async function visit({ siteUrl, sandboxUrl }: Addresses, number: number, acknowledged: Acknowledged) {
  const visitor = new RetryingVisitor(siteUrl, number, acknowledged.failedCalls)
  for (const page of ['/', '/services/my-future']) await visitor.try('GET', page)
  await registerAndLogIn(visitor)
  const purchaseId = await buy(visitor, sandboxUrl)
  acknowledged.purchases.push(purchaseId)
  const bookingId = await book(visitor, number)
  if (bookingId) acknowledged.bookings.push(bookingId)
  await visitor.ask('GET', '/api/portal/dashboard')
}

async function registerAndLogIn(visitor: RetryingVisitor) {
  const person = newPerson()
  const registered = await visitor.try('POST', '/api/auth/register', person)
  // The first attempt may have registered the visitor although its answer was lost.
  if (registered.status !== 200 && registered.body.code !== 'email-taken') throw new Error('The registration failed')
  const login = { email: person.email, password: person.password }
  const { token } = await visitor.ask<{ token: string }>('POST', '/api/auth/login', login)
  visitor.token = token
}

async function buy(visitor: RetryingVisitor, sandboxUrl: string): Promise<string> {
  const quote = await visitor.ask<Quote>('GET', '/api/quotes/uk/my-future-basic')
  const { purchase, clientSecret } = await visitor.ask<{ purchase: { id: string }; clientSecret: string }>(
    'POST',
    '/api/purchases',
    toOrder(quote),
  )
  await payAsBrowser(sandboxUrl, providerKeys.publishableKey, clientSecret, 'tok_visa')
  const { status } = await visitor.ask<{ status: string }>('POST', `/api/purchases/${purchase.id}/confirmation`)
  if (status !== 'completed') throw new Error(`The paid purchase has the status ${status}`)
  return purchase.id
}

/** Keeps the booking within the days of the package. */
const HOURS_TO_BOOK = 100

type Session = { entitlementId: string; lineKey: string }

/** @returns the confirmed booking; undefined if its answer was lost and the slot is taken now */
async function book(visitor: RetryingVisitor, number: number): Promise<string | undefined> {
  const sessions = await visitor.ask<Session[]>('GET', '/api/sessions')
  const session = sessions.find(({ lineKey }) => lineKey === 'initial-consultation')
  if (!session) throw new Error('The purchased package has no session to book')
  const hour = 60 * 60_000
  const startsAt = new Date(Math.ceil(Date.now() / hour + 24 + (number % HOURS_TO_BOOK)) * hour).toISOString()
  const { entitlementId, lineKey } = session
  const choice = { entitlementId, lineKey, consultantId: null, startsAt, place: 'online', phone: null, notes: null }
  const { status, body } = await visitor.try('POST', '/api/bookings', choice)
  if (status === 200) return (body.data as { id: string }).id
  if (status === 409) return undefined
  throw new Error(`A booking was answered ${status} ${body.code}`)
}
