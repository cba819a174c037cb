import { randomUUID } from 'node:crypto'
import { PatientVisitor, type Trouble } from './patient-visitor.ts'
import { payAsBrowser } from './pay-as-browser.ts'
import { providerKeys } from './start-provider.ts'

type Places = { siteUrl: string; sandboxUrl: string }

/** What visitors were told is theirs. */
export type Acknowledged = { purchases: string[]; bookings: string[]; troubles: Trouble[] }

/**
 * Visitors read, register, log in, buy, book and look again, so many at a time, until `isOver`. Whoever has begun then
 * comes to their end.
 */
export async function openForBusiness(
  places: Places,
  { atOnce, isOver }: { atOnce: number; isOver: () => boolean },
): Promise<Acknowledged> {
  const told: Acknowledged = { purchases: [], bookings: [], troubles: [] }
  let number = 0
  const worker = async () => {
    while (!isOver()) await visit(places, number++, told)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return told
}

async function visit({ siteUrl, sandboxUrl }: Places, number: number, told: Acknowledged) {
  const visitor = new PatientVisitor(siteUrl, number, told.troubles)
  for (const page of ['/', '/services/my-future']) await visitor.try('GET', page)
  await enter(visitor)
  const purchaseId = await buy(visitor, sandboxUrl)
  told.purchases.push(purchaseId)
  const bookingId = await book(visitor, number)
  if (bookingId) told.bookings.push(bookingId)
  await visitor.ask('GET', '/api/portal/dashboard')
}

async function enter(visitor: PatientVisitor) {
  const login = { email: `${randomUUID()}@example.org`, password: 'a long enough password' }
  const person = { ...login, firstName: 'Ada', lastName: 'Lovelace', mobile: '+447700900123' }
  const registered = await visitor.try('POST', '/api/auth/register', person)
  // Pressed again, after an answer that was lost: they are registered.
  if (registered.status !== 200 && registered.body.code !== 'email-taken') throw new Error('Nobody was registered')
  const { token } = await visitor.ask<{ token: string }>('POST', '/api/auth/login', login)
  visitor.token = token
}

type Quote = {
  package: { id: string; version: number }
  price: { total: number }
  consents: { version: string }
}

async function buy(visitor: PatientVisitor, sandboxUrl: string): Promise<string> {
  const quote = await visitor.ask<Quote>('GET', '/api/quotes/uk/my-future-basic')
  const { purchase, clientSecret } = await visitor.ask<{ purchase: { id: string }; clientSecret: string }>(
    'POST',
    '/api/purchases',
    {
      packageId: quote.package.id,
      packageVersion: quote.package.version,
      market: 'uk',
      expectedTotal: quote.price.total,
      consents: { version: quote.consents.version, startNow: true, acknowledgeLoss: true },
      isUnder18: false,
    },
  )
  await payAsBrowser(sandboxUrl, providerKeys.publishableKey, clientSecret, 'tok_visa')
  const { status } = await visitor.ask<{ status: string }>('POST', `/api/purchases/${purchase.id}/confirmation`)
  if (status !== 'completed') throw new Error(`A paid purchase is ${status}`)
  return purchase.id
}

/** Within the days of the package that everybody buys. */
const HOURS_TO_BOOK = 100

type Session = { entitlementId: string; lineKey: string }

/** @returns the booking that the visitor was told of; none where its answer was lost and somebody has the time now */
async function book(visitor: PatientVisitor, number: number): Promise<string | undefined> {
  const sessions = await visitor.ask<Session[]>('GET', '/api/sessions')
  const session = sessions.find(({ lineKey }) => lineKey === 'initial-consultation')
  if (!session) throw new Error('A package that was bought holds no session')
  const hour = 60 * 60_000
  const startsAt = new Date(Math.ceil(Date.now() / hour + 24 + (number % HOURS_TO_BOOK)) * hour).toISOString()
  const { entitlementId, lineKey } = session
  const choice = { entitlementId, lineKey, consultantId: null, startsAt, place: 'online', phone: null, notes: null }
  const { status, body } = await visitor.try('POST', '/api/bookings', choice)
  if (status === 200) return (body.data as { id: string }).id
  if (status === 409) return undefined
  throw new Error(`A booking was answered ${status} ${body.code}`)
}
