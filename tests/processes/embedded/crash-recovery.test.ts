import { startSandbox } from 'stripe-sandbox'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { until } from '../../support/app/until.ts'
import { payAsBrowser } from '../../support/site/pay-as-browser.ts'
import { Shopper } from '../../support/site/shopper.ts'
import { freePort, type RunningSite, startSite } from '../../support/site/start-site.ts'

// Kills the site with kill -9 at every step between the stored purchase and the last email, each time with a different
// customer. The sandbox runs in this process and the site in its own.

const keys = { secretKey: 'sk_test_crash', publishableKey: 'pk_test_crash', webhookSecret: 'whsec_crash' }

/** No test takes this long, so the call is still open when the process is killed. */
const AN_HOUR_MS = 3_600_000

const directory = await newSiteDirectory(afterAll)
const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const port = await freePort()
const webhook = { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: keys.webhookSecret, retryDelays: [100] }
const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, webhook })
resources.defer(sandbox.close)
const environment = {
  SANDBOX_URL: sandbox.url,
  STRIPE_SECRET_KEY: keys.secretKey,
  STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
  STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
}
let site: RunningSite | undefined
resources.defer(async () => void (await site?.kill()))
const start = async () => {
  site = await startSite({ directory, port, environment })
}
const kill = () => site?.kill()

async function queryDatabase(statement: string, ...values: unknown[]) {
  const database = await openDatabase({ directory })
  return (await database.pool.query(statement, values).finally(database.close)).rows
}

/** A member who buys a package. */
class Customer {
  readonly email: string
  readonly #shopper: Shopper
  #clientSecret = ''
  #purchaseId = ''

  constructor(name: string) {
    this.email = `${name}@example.org`
    this.#shopper = new Shopper(() => `http://localhost:${port}`, this.email)
  }

  async pressPay() {
    const { data } = await this.#shopper.order()
    this.#clientSecret = data.clientSecret
    this.#purchaseId = data.purchase.id
  }

  async pressPayUntil(shouldStop: () => boolean) {
    await this.#shopper.logIn()
    // The request fails when the process is killed.
    this.#shopper.order().catch(() => {})
    await until(shouldStop)
  }

  pay() {
    return payAsBrowser(sandbox.url, keys.publishableKey, this.#clientSecret, 'tok_visa')
  }

  async payAndConfirm() {
    await this.pay()
    await this.#shopper.post(`/api/purchases/${this.#purchaseId}/confirmation`)
  }

  /** Pays, and makes the site's request for this payment hang before or after Stripe handles it. */
  async payAndHang(mode: 'slow_before' | 'slow_after') {
    const [payment] = this.#clientSecret.split('_secret_')
    sandbox.injectFault({ mode, method: 'GET', path: `/v1/payment_intents/${payment}`, milliseconds: AN_HOUR_MS })
    await this.pay()
    await until(() => sandbox.faults().length === 0)
  }

  async emails(): Promise<string[]> {
    const sentEmails = (await site?.mails()) ?? []
    return sentEmails.filter((sentMail) => sentMail.includes(this.email) && sentMail.includes('Total paid: '))
  }

  /** Whether the customer has the active package and the email about it. */
  async isServed(): Promise<boolean> {
    await this.#shopper.logIn()
    const { data } = await this.#shopper.get('/api/entitlements')
    return data.items[0]?.state === 'active' && (await this.emails()).length > 0
  }
}

const stuck = new Customer('stuck')
const unsentPayment = new Customer('unheard')
const unknown = new Customer('unknown')
const unpaid = new Customer('unpaid')
const lost = new Customer('lost')
const stored = new Customer('stored')
const answered = new Customer('answered')
const active = new Customer('active')
const customers = [stuck, unsentPayment, unknown, unpaid, lost, stored, answered, active]

// Makes the transaction hang just before it ends, when it writes the invoice.
await queryDatabase(`create function wait_for_ever() returns trigger language plpgsql as $$
  begin perform pg_sleep(3600); return new; end $$`)
await queryDatabase(
  'create trigger wait_for_ever before insert on document for each row execute function wait_for_ever()',
)
await start()
await stuck.pressPay()
await stuck.pay()
await until(isStuck)
await kill()
await queryDatabase('drop function wait_for_ever cascade')

await start()
for (const customer of [unpaid, lost, stored, answered, active]) await customer.pressPay()
await stored.payAndHang('slow_before')
await answered.payAndHang('slow_after')
sandbox.disturbWebhooks({ drop: true })
await lost.pay()
sandbox.injectFault({ mode: 'slow_after', method: 'POST', path: '/v1/payment_intents', milliseconds: AN_HOUR_MS })
await unknown.pressPayUntil(() => sandbox.faults().length === 0)
// The Stripe library retries a few times, and the process is killed during the retries.
sandbox.injectFault({ mode: 'drop_before', method: 'POST', path: '/v1/payment_intents', count: 100 })
await unsentPayment.pressPayUntil(() => sandbox.faults().some(({ count = 1 }) => count < 100))
await active.payAndConfirm()
await kill()
await unpaid.pay()
sandbox.clearFaults()
sandbox.calmWebhooks()
const chargesBeforeRestart = sandbox.objects('charge').length

await start()
for (const customer of [unsentPayment, unknown]) {
  await customer.pressPay()
  await customer.payAndConfirm()
}
for (const customer of customers) await until(() => customer.isServed())
await sandbox.idle()
await site?.stop()

const crashPoints: [string, Customer][] = [
  ['before Stripe receives the payment: nothing is charged, and paying again works', unsentPayment],
  ['after Stripe creates the payment, before its id is stored: the same payment is reused', unknown],
  ['after the browser has the payment, before it pays: the restart finds the charge', unpaid],
  ['after the charge, with every webhook lost: the restart asks Stripe', lost],
  ['after the event is stored, before Stripe is asked about it', stored],
  ['after Stripe responds, before the response is read', answered],
  ['within the payment transaction: it is rolled back and repeated', stuck],
  ['right after the package becomes active: its email is still sent, but only once', active],
]

test.each(crashPoints)('kill -9 %s', async (_, customer) => {
  expect(await queryDatabase(BOOKS_SQL, customer.email)).toEqual([
    { status: 'completed', sources: ['purchased'], charged: [11_880], invoices: 1 },
  ])
  expect(await customer.emails()).toHaveLength(1)
})

/** Reads the charges, packages and invoices. There must be one of each. */
const BOOKS_SQL = `select status,
    (select array_agg(source) from entitlement where purchase_id = purchase.id) as sources,
    (select array_agg(amount::int) from payment_entry where purchase_id = purchase.id) as charged,
    (select count(*)::int from document where purchase_id = purchase.id) as invoices
  from purchase join account on account.id = member_id where email = $1`

test('nobody is charged before paying, and every customer is charged exactly once', async () => {
  expect(chargesBeforeRestart).toBe(customers.length - 2)
  expect(sandbox.objects('charge')).toHaveLength(customers.length)
  // If a payment's id was lost, that payment is reused.
  expect(sandbox.objects('payment_intent')).toHaveLength(customers.length)
  const numbers = await queryDatabase('select number from document order by number')
  expect(numbers.map(({ number }) => number)).toEqual(customers.map((_, index) => index + 1))
})

test('if the site and the sandbox are killed together before a payment is recorded, it is recorded once', async () => {
  const siteDirectory = await newSiteDirectory()
  // Without Stripe keys, the site runs the sandbox in its own process and on the same disk.
  const before = await startSite({ directory: siteDirectory })
  let url = before.url
  const ada = new Shopper(() => url)
  const order = await ada.order()
  const { publishableKey } = (await ada.get('/api/quotes/uk/my-future-basic')).data.provider
  await askSandbox(before, '/_sandbox/disturbances', [{ drop: true }])
  const paid = await payAsBrowser(before.sandboxUrl, publishableKey, order.data.clientSecret, 'tok_visa')
  await before.kill()

  await using after = await startSite({ directory: siteDirectory })
  url = after.url
  await until(async () => (await ada.get(`/api/purchases/${order.data.purchase.id}`)).data.status === 'completed')
  expect(await askSandbox(after, '/_sandbox/objects?kind=payment_intent')).toMatchObject([
    { id: paid.id, status: 'succeeded' },
  ])
  expect(await askSandbox(after, '/_sandbox/objects?kind=charge')).toHaveLength(1)
  expect((await ada.get('/api/entitlements')).data.items).toMatchObject([{ state: 'active' }])
  expect((await ada.get('/api/documents')).data.items).toHaveLength(1)
})

async function askSandbox({ sandboxUrl }: RunningSite, path: string, body?: unknown) {
  const response = await fetch(`${sandboxUrl}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

/** The embedded database runs in the site's process, so the site does not respond while a query sleeps. */
function isStuck(): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    () => false,
    () => true,
  )
}
