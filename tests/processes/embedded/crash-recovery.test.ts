import { startSandbox } from 'stripe-sandbox'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { until } from '../../support/app/until.ts'
import { payAsBrowser } from '../../support/site/pay-as-browser.ts'
import { Shopper } from '../../support/site/shopper.ts'
import { freePort, type RunningSite, startSite } from '../../support/site/start-site.ts'

// Kills the site with -9 at every step between "purchase committed" and the last email, with another customer at each
// step. The sandbox runs in this process, the site in its own.

const keys = { secretKey: 'sk_test_crash', publishableKey: 'pk_test_crash', webhookSecret: 'whsec_crash' }

/** Longer than any test: the call is still open when the process is killed. */
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

  /** The site's request for this payment hangs before or after Stripe handles it. */
  async payAndHang(mode: 'slow_before' | 'slow_after') {
    const [payment] = this.#clientSecret.split('_secret_')
    sandbox.injectFault({ mode, method: 'GET', path: `/v1/payment_intents/${payment}`, milliseconds: AN_HOUR_MS })
    await this.pay()
    await until(() => sandbox.faults().length === 0)
  }

  async emails(): Promise<string[]> {
    const sentEmails = (await site?.mails()) ?? []
    return sentEmails.filter((sentMail) => sentMail.includes(this.email) && sentMail.includes('payment received'))
  }

  /** Has the active package and the email about it. */
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

// The transaction hangs just before its end, at the invoice, which it writes last.
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
// The Stripe library retries a few times; the process is killed meanwhile.
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
  ['after Stripe answers, before the answer is read', answered],
  ['inside the payment transaction: it is rolled back and done again', stuck],
  ['right after the package becomes active: its email is still sent, once', active],
]

test.each(crashPoints)('kill -9 %s', async (_, customer) => {
  expect(await queryDatabase(BOOKS_SQL, customer.email)).toEqual([
    { status: 'completed', sources: ['purchased'], charged: [11_880], invoices: 1 },
  ])
  expect(await customer.emails()).toHaveLength(1)
})

/** One charge, one package and one invoice. */
const BOOKS_SQL = `select status,
    (select array_agg(source) from entitlement where purchase_id = purchase.id) as sources,
    (select array_agg(amount::int) from payment_entry where purchase_id = purchase.id) as charged,
    (select count(*)::int from document where purchase_id = purchase.id) as invoices
  from purchase join account on account.id = member_id where email = $1`

test('customers who had not paid are not charged by the crash, and all are charged once', async () => {
  expect(chargesBeforeRestart).toBe(customers.length - 2)
  expect(sandbox.objects('charge')).toHaveLength(customers.length)
  // The payment whose id was lost is reused.
  expect(sandbox.objects('payment_intent')).toHaveLength(customers.length)
  const numbers = await queryDatabase('select number from document order by number')
  expect(numbers.map(({ number }) => number)).toEqual(customers.map((_, index) => index + 1))
})

test('site and sandbox killed together before the payment is recorded: it is recorded once', async () => {
  const siteDirectory = await newSiteDirectory()
  // A site without Stripe keys runs the sandbox in the same process and on the same disk.
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

/** The embedded database runs in the process itself, which does not answer while it sleeps. */
function isStuck(): Promise<boolean> {
  return fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    () => false,
    () => true,
  )
}
