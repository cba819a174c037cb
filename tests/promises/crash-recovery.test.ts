import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { payAsBrowser } from '../support/pay-as-browser.ts'
import { Shopper } from '../support/shopper.ts'
import { freePort, type RunningSite, startSite } from '../support/start-site.ts'

// PAYMENTS §7.2, 15: the process dies with kill -9 at every step between "purchase committed" and the last mail.
// The provider lives on in this process; the site is a process of its own, on data that stay.

const keys = { secretKey: 'sk_test_crash', publishableKey: 'pk_test_crash', webhookSecret: 'whsec_crash' }

/** Longer than any test: the call is open when the process dies. */
const forEver = 300_000

let template: string

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'futureworld-crash-'))
  const site = await startSite({ directory: template })
  await site.stop()
}, 240_000)

afterAll(() => rm(template, { recursive: true, force: true }))

test('killed before the provider heard of the payment: nothing is charged, and paying again works', async () => {
  await using story = await begin()
  // The library asks again a few times: it dies while it does.
  story.sandbox.injectFault({ mode: 'drop_before', method: 'POST', path: '/v1/payment_intents', count: 100 })
  await story.pressPayUntil(() => story.sandbox.faults().some(({ count = 1 }) => count < 100))
  await story.site.kill()
  story.sandbox.clearFaults()
  await story.startAgain()
  await story.pressPay()
  await story.payAndConfirm()
  await story.expectOnePaidPackage()
})

test('killed after the provider made the payment, before we knew its id: the same payment is paid', async () => {
  await using story = await begin()
  story.sandbox.injectFault({ mode: 'slow_after', method: 'POST', path: '/v1/payment_intents', milliseconds: forEver })
  await story.pressPayUntil(() => story.sandbox.faults().length === 0)
  await story.killAndStartAgain()
  await story.pressPay()
  await story.payAndConfirm()
  await story.expectOnePaidPackage()
  expect(story.sandbox.objects('payment_intent')).toHaveLength(1)
})

test('killed after the browser had the payment, before it was paid: the browser pays, the restart learns of it', async () => {
  await using story = await begin()
  await story.pressPay()
  await story.site.kill()
  await story.pay()
  await story.startAgain()
  await story.expectOnePaidPackage()
})

test('killed after the charge, with every webhook lost: the start asks the provider', async () => {
  await using story = await begin()
  story.sandbox.disturbWebhooks({ drop: true })
  await story.pressPay()
  await story.pay()
  await story.killAndStartAgain()
  await story.expectOnePaidPackage()
})

test('killed after the event was stored, before the provider was asked about it', async () => {
  await using story = await begin()
  await story.pressPay()
  story.sandbox.injectFault({
    mode: 'slow_before',
    method: 'GET',
    path: '/v1/payment_intents/*',
    milliseconds: forEver,
  })
  await story.pay()
  await story.untilFaultStruck()
  await story.killAndStartAgain()
  await story.expectOnePaidPackage()
})

test('killed after the provider answered, before the answer was read', async () => {
  await using story = await begin()
  await story.pressPay()
  story.sandbox.injectFault({ mode: 'slow_after', method: 'GET', path: '/v1/payment_intents/*', milliseconds: forEver })
  await story.pay()
  await story.untilFaultStruck()
  await story.killAndStartAgain()
  await story.expectOnePaidPackage()
})

test('killed inside the paying transaction: none of it stays, and all of it is done again', async () => {
  // The transaction stops for ever right before its end: at the invoice, the last thing it writes.
  await using story = await begin(async (run) => {
    await run(`create function wait_for_ever() returns trigger language plpgsql as $$
      begin perform pg_sleep(300); return new; end $$`)
    await run('create trigger wait_for_ever before insert on document for each row execute function wait_for_ever()')
  })
  await story.pressPay()
  await story.pay()
  await story.untilTheSiteIsStuck()
  await story.site.kill()
  await story.inDatabase((run) => run('drop function wait_for_ever cascade'))
  await story.startAgain()
  await story.expectOnePaidPackage()
})

test('killed right after the package became active: the mail still goes out, once', async () => {
  await using story = await begin()
  await story.pressPay()
  await story.payAndConfirm()
  await story.killAndStartAgain()
  await story.expectOnePaidPackage()
})

test('site and provider killed together, before the payment was heard of: both know it again, and it counts once', {
  timeout: 240_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-crash-'))
  await cp(template, directory, { recursive: true })
  // A site that is given no provider brings the sandbox along: on the same disk, and in the process that dies.
  const before = await startSite({ directory })
  let url = before.url
  const ada = new Shopper(() => url)
  const { data } = await ada.order()
  const { publishableKey } = (await ada.get('/api/quotes/uk/my-future-basic')).data.provider
  await askSandbox(before, '/_sandbox/disturbances', [{ drop: true }])
  const paid = await payAsBrowser(before.sandboxUrl, publishableKey, data.clientSecret, 'tok_visa')
  await before.kill()

  const after = await startSite({ directory })
  url = after.url
  const isCompleted = async () => (await ada.get(`/api/purchases/${data.purchase.id}`)).data.status === 'completed'
  await vi.waitUntil(isCompleted, { timeout: 60_000, interval: 200 })
  expect(await askSandbox(after, '/_sandbox/objects?kind=payment_intent')).toMatchObject([
    { id: paid.id, status: 'succeeded' },
  ])
  expect(await askSandbox(after, '/_sandbox/objects?kind=charge')).toHaveLength(1)
  expect((await ada.get('/api/entitlements')).data.items).toMatchObject([{ state: 'active' }])
  expect((await ada.get('/api/documents')).data.items).toHaveLength(1)
  await after.kill()
  await rm(directory, { recursive: true, force: true })
})

async function askSandbox({ sandboxUrl }: RunningSite, path: string, body?: unknown) {
  const response = await fetch(`${sandboxUrl}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

type Run = (statement: string) => Promise<{ rows: Record<string, unknown>[] }>

async function begin(prepare?: (run: Run) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-crash-'))
  await cp(template, directory, { recursive: true })
  const inDatabase = async <Result>(work: (run: Run) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase({ directory })
    return work((statement) => database.pool.query(statement)).finally(database.close)
  }
  if (prepare) await inDatabase(prepare)
  const port = await freePort()
  const webhook = {
    url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    secret: keys.webhookSecret,
    retryDelays: [100],
  }
  const sandbox = await startSandbox({ port: 0, dataFile: ':memory:', ...keys, webhook })
  const start = () => startSite({ directory, port, environment: environmentOf(sandbox) })
  return new Story(await start(), sandbox, start, directory, inDatabase)
}

function environmentOf(sandbox: Sandbox) {
  return {
    SANDBOX_URL: sandbox.url,
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  }
}

/** One member and one purchase, on a site that dies and starts again. */
class Story {
  site: RunningSite
  readonly sandbox: Sandbox
  readonly #start: () => Promise<RunningSite>
  readonly #directory: string
  readonly inDatabase: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>
  readonly #shopper = new Shopper(() => this.site.url)
  #clientSecret = ''
  #purchaseId = ''

  constructor(
    site: RunningSite,
    sandbox: Sandbox,
    start: () => Promise<RunningSite>,
    directory: string,
    inDatabase: Story['inDatabase'],
  ) {
    this.site = site
    this.sandbox = sandbox
    this.#start = start
    this.#directory = directory
    this.inDatabase = inDatabase
  }

  async pressPay() {
    const { data } = await this.#shopper.order()
    this.#clientSecret = data.clientSecret
    this.#purchaseId = data.purchase.id
  }

  async pressPayUntil(isTime: () => boolean) {
    await this.#shopper.logIn()
    // Dies with the process.
    this.#shopper.order().catch(() => {})
    await vi.waitUntil(isTime, { timeout: 20_000 })
  }

  pay() {
    return payAsBrowser(this.sandbox.url, keys.publishableKey, this.#clientSecret, 'tok_visa')
  }

  async payAndConfirm() {
    await this.pay()
    await this.#shopper.post(`/api/purchases/${this.#purchaseId}/confirmation`)
  }

  async startAgain() {
    this.site = await this.#start()
  }

  async killAndStartAgain() {
    await this.site.kill()
    await this.startAgain()
  }

  untilFaultStruck() {
    return vi.waitUntil(() => this.sandbox.faults().length === 0, { timeout: 20_000 })
  }

  /** The embedded database runs in the process itself: while it sleeps, nobody is answered. */
  untilTheSiteIsStuck() {
    const isStuck = () =>
      fetch(`${this.site.url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
        () => false,
        () => true,
      )
    return vi.waitUntil(isStuck, { timeout: 20_000 })
  }

  /** Money once, package once, number 1, invoice once, mail once. */
  async expectOnePaidPackage() {
    const isActive = async () => {
      await this.#shopper.logIn()
      const { data } = await this.#shopper.get('/api/entitlements')
      return data.items.length > 0 && data.items[0].state === 'active'
    }
    await vi.waitUntil(isActive, { timeout: 20_000, interval: 200 })
    const confirmations = async () => (await this.site.mails()).filter((mail) => mail.includes('payment received'))
    await vi.waitUntil(async () => (await confirmations()).length > 0, { timeout: 20_000, interval: 200 })
    await this.sandbox.idle()
    await this.site.stop()

    expect(this.sandbox.objects('charge')).toHaveLength(1)
    expect(await confirmations()).toHaveLength(1)
    const year = new Date().getFullYear()
    const counts = await this.inDatabase(async (run) => ({
      purchases: (await run('select status, reference from purchase')).rows,
      entitlements: (await run('select source from entitlement')).rows,
      charges: (await run('select amount from payment_entry')).rows,
      invoices: (await run('select number from document')).rows,
    }))
    expect(counts).toEqual({
      purchases: [{ status: 'completed', reference: `test-${year}-000001` }],
      entitlements: [{ source: 'purchased' }],
      charges: [{ amount: 11_880 }],
      invoices: [{ number: 1 }],
    })
  }

  async [Symbol.asyncDispose]() {
    await this.site.kill()
    await this.sandbox.close()
    await rm(this.#directory, { recursive: true, force: true })
  }
}
