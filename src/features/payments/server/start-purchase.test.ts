import { afterAll, expect, test } from 'vitest'
import { insertPurchase } from '#features/purchases/server/public.ts'
import { orderOf, payFor, paymentsAtProvider, startPaying } from '../../../../tests/support/checkout.ts'
import { answerBank } from '../../../../tests/support/pay-as-browser.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { convergePurchase } from './converge-purchase.ts'

const app = await startApp()
afterAll(app.close)

/** Its clock only ever moves on, and its provider never tells us anything by itself. */
const moving = await startApp()
moving.sandbox.disturbWebhooks({ drop: true })
afterAll(moving.close)

const purchasesOf = (member: { id: string }) =>
  app.rows('select * from purchase where member_id = $1 order by created_at', member.id)

test.each([
  ['total', { expectedTotal: 11_879 }],
  ['free total', { expectedTotal: 0 }],
  ['negative total', { expectedTotal: -11_880 }],
  ['package version', { packageVersion: 2 }],
  ['wording of the consents', { consents: { version: '1999-01', startNow: true, acknowledgeLoss: true } }],
])('a browser that shows another %s is told the price of now and nothing is sold', async (_, shown) => {
  const ada = await app.quickMember()

  const { status, body } = await ada.post('/api/purchases', { ...(await orderOf(ada)), ...shown })

  expect(status).toBe(409)
  expect(body).toMatchObject({ success: false, code: 'price-changed', message: expect.stringContaining('price') })
  expect(body.data).toMatchObject({ price: { total: 11_880, currency: 'GBP' }, package: { version: 1 } })
  expect(await purchasesOf(ada)).toEqual([])
})

test('a price that rises while the checkout is open is shown before it is charged', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada, 'biz-future-pro')
  const before = await startPaying(ada, 'biz-future-pro')
  await raisePrice('biz-future-pro', 20_000)

  const refused = await ada.post('/api/purchases', order)
  expect(refused).toMatchObject({ status: 409, body: { code: 'price-changed', data: { price: { total: 24_000 } } } })
  const accepted = await startPaying(ada, 'biz-future-pro')

  expect(paymentsAtProvider(app, before.id)).toMatchObject([{ status: 'canceled', amount: 23_880 }])
  expect(paymentsAtProvider(app, accepted.id)).toMatchObject([{ status: 'requires_payment_method', amount: 24_000 }])
  expect(await purchasesOf(ada)).toMatchObject([
    { id: before.id, status: 'cancelled', total: 23_880 },
    { id: accepted.id, status: 'pending', total: 24_000, package_version: 2 },
  ])
})

test('a package that is not there, or not on sale, is not found', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada, 'biz-future-basic')
  await app.rows("update package set on_sale = false where id = 'biz-future-basic'")

  for (const packageId of ['biz-future-basic', 'my-future-gold', '__proto__', '']) {
    const { status, body } = await ada.post('/api/purchases', { ...order, packageId })
    expect([status, body.code, body.message]).toEqual([
      404,
      'package-not-found',
      'Package not found. Please select a package first.',
    ])
  }
})

test('nobody pays without being logged in', async () => {
  const ada = await app.quickMember()
  const { status, body } = await app.visitor.post('/api/purchases', await orderOf(ada))
  expect([status, body.code]).toEqual([401, 'session-over'])
})

test('nothing that the browser adds to an order is taken over', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada)

  for (const added of [{ total: 1 }, { amount: 1 }, { memberId: 'x' }, { status: 'completed' }, { quantity: -1 }]) {
    const { status, body } = await ada.post('/api/purchases', { ...order, ...added })
    expect([status, body.code]).toEqual([400, 'invalid-input'])
  }
  expect(await purchasesOf(ada)).toEqual([])
})

test('a member whose customer the provider does not know any more pays as a new one', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  await app.rows("insert into payment_customer values ($1, 'sandbox', 'cus_gone')", ada.id)

  const { clientSecret } = await startPaying(ada)
  await app.pay(clientSecret)
  await app.settle()

  expect(await app.rows('select status from purchase')).toEqual([{ status: 'completed' }])
  const [{ provider_id: customer }] = await app.rows('select provider_id from payment_customer')
  expect(app.sandbox.objects('customer')).toMatchObject([{ id: customer, email: ada.person.email }])
})

test('ten presses at once open one purchase with one payment of one customer', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada)

  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.post('/api/purchases', order)))

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map(({ body }) => body.data.clientSecret)).size).toBe(1)
  const [purchase, ...others] = await purchasesOf(ada)
  expect(others).toEqual([])
  expect(paymentsAtProvider(app, purchase.id)).toHaveLength(1)
  const customers = app.sandbox.objects('customer', 1_000) as unknown as { email: string }[]
  expect(customers.filter(({ email }) => email === ada.person.email)).toHaveLength(1)
})

test('the database takes one open purchase of a package', async () => {
  const ada = await app.quickMember()
  await startPaying(ada)
  await startPaying(ada, 'study-world-basic')
  const again = app.rows("update purchase set package_id = 'my-future-basic' where member_id = $1", ada.id)
  await expect(again).rejects.toThrow('purchase_one_pending_idx')
})

test('a second press while the provider is still busy with the first is no error of ours', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada)
  app.sandbox.injectFault({ mode: 'slow_before', path: '/v1/payment_intents', milliseconds: 2_000 })

  const answers = await Promise.all([ada.post('/api/purchases', order), ada.post('/api/purchases', order)])

  // Whichever reached the provider first is served; the other is served as well, or asked to come again.
  const statuses = answers.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 503],
  ]).toContainEqual(statuses)
  expect(await purchasesOf(ada)).toHaveLength(1)
})

test('the boxes count as they stood when Pay was pressed last', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada, undefined, { startNow: true, acknowledgeLoss: true })
  const second = await startPaying(ada, undefined, { startNow: true, acknowledgeLoss: false })

  expect(paymentsAtProvider(app, first.id)).toMatchObject([{ status: 'canceled' }])
  expect(await purchasesOf(ada)).toMatchObject([
    { id: first.id, status: 'cancelled', consent_acknowledge_loss: true },
    { id: second.id, status: 'pending', consent_start_now: true, consent_acknowledge_loss: false },
  ])
})

test('while the bank is asked, other boxes in another tab change nothing of what was agreed', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada, undefined, { startNow: false, acknowledgeLoss: false })
  const asked = await app.pay(clientSecret, 'tok_threeDSecure2Required')

  const refused = await ada.post('/api/purchases', await orderOf(ada))
  expect([refused.status, refused.body.code]).toEqual([409, 'payment-at-bank'])
  await answerBank(asked, 'complete')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect(await purchasesOf(ada)).toMatchObject([{ id, consent_start_now: false, consent_acknowledge_loss: false }])
  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'scheduled' }])
})

test('whoever has left the bank pays with other boxes after giving that payment up', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada, undefined, { startNow: false, acknowledgeLoss: false })
  const asked = await app.pay(first.clientSecret, 'tok_threeDSecure2Required')

  const { status, body } = await ada.post('/api/purchases', { ...(await orderOf(ada)), givesUpOther: true })
  await answerBank(asked, 'complete').catch(() => undefined)

  expect(status).toBe(200)
  expect(paymentsAtProvider(app, first.id)).toMatchObject([{ status: 'canceled' }])
  await app.pay(body.data.clientSecret)
  expect((await ada.post(`/api/purchases/${body.data.purchase.id}/confirmation`)).body.data.status).toBe('completed')
  expect(await purchasesOf(ada)).toMatchObject([
    { id: first.id, status: 'cancelled' },
    { consent_start_now: true, consent_acknowledge_loss: true },
  ])
})

test('a bank that is asked for the same purchase does not keep the same press waiting', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada)
  await app.pay(first.clientSecret, 'tok_threeDSecure2Required')

  expect(await startPaying(ada)).toEqual(first)
})

test('boxes that are cleared after the payment change nothing of what was agreed', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada, undefined, { startNow: true, acknowledgeLoss: true })

  const again = await ada.post(
    '/api/purchases',
    await orderOf(ada, undefined, { startNow: false, acknowledgeLoss: false }),
  )

  expect([again.status, again.body.code]).toEqual([409, 'already-paid'])
  expect(await purchasesOf(ada)).toMatchObject([{ id, status: 'completed', consent_start_now: true }])
  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'active' }])
})

test('whoever presses Pay again after an answer was lost reads that the package is paid', async () => {
  const ada = await moving.quickMember()
  const staleTab = await orderOf(ada)
  const id = await payFor(moving, ada)
  await ada.post(`/api/purchases/${id}/confirmation`)
  moving.clock.advance({ minutes: 9, seconds: 50 })

  const soon = await (await moving.returning(ada)).post('/api/purchases', staleTab)
  expect([soon.status, soon.body.code]).toEqual([409, 'already-paid'])
  moving.clock.advance({ seconds: 20 })
  const later = await (await moving.returning(ada)).post('/api/purchases', staleTab)
  expect([later.status, later.body.code]).toEqual([409, 'package-runs'])
  expect(later.body.message).not.toContain('charged')
})

test('a page that does not know that the package was paid for is told so, and nothing is sold twice', async () => {
  const ada = await app.quickMember()
  const staleTab = await orderOf(ada)
  const id = await payFor(app, ada)
  const { body: first } = await ada.post(`/api/purchases/${id}/confirmation`)
  await app.rows("update purchase set completed_at = completed_at - interval '11 minutes' where id = $1", id)

  const refused = await ada.post('/api/purchases', staleTab)
  expect([refused.status, refused.body.code]).toEqual([409, 'package-runs'])
  expect(refused.body.data.runsUntil).toBe(first.data.endsAt)
  expect(await purchasesOf(ada)).toMatchObject([{ id }])

  const wanted = await ada.post('/api/purchases', { ...staleTab, runsUntil: refused.body.data.runsUntil })
  expect(wanted.status).toBe(200)
  expect(await purchasesOf(ada)).toMatchObject([{ id }, { status: 'pending' }])
})

test('after a declined card another one pays the same payment', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  const declined = await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  expect(declined.error?.code).toBe('card_declined')
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')

  const again = await startPaying(ada)
  await app.pay(again.clientSecret)

  expect(again).toMatchObject({ id, clientSecret })
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect(paymentsAtProvider(app, id)).toHaveLength(1)
})

test('a card that needs the bank stays unpaid until the bank has said yes', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  const asked = await app.pay(clientSecret, 'tok_threeDSecure2Required')
  expect(asked.status).toBe('requires_action')
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')

  await answerBank(asked, 'complete')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
})

test('whoever closes the page after the bank has said yes has the package all the same', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await answerBank(await app.pay(clientSecret, 'tok_threeDSecure2Required'), 'complete')
  await app.settle()

  expect((await ada.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
  expect((await ada.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
})

test('a bank that says no leaves the purchase open for another card', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await answerBank(await app.pay(clientSecret, 'tok_threeDSecure2Required'), 'fail')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')
  expect(await startPaying(ada)).toMatchObject({ id, clientSecret })
})

test('Pay in a second tab says that the package is paid', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada)
  await payFor(app, ada)

  const { status, body } = await ada.post('/api/purchases', order)

  expect([status, body.code]).toEqual([409, 'already-paid'])
})

test('a payment that the bank is still working on is not asked for twice', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  app.sandbox.slowBank(true)
  await app.pay(clientSecret)
  app.sandbox.slowBank(false)

  const again = await ada.post('/api/purchases', await orderOf(ada))

  expect([again.status, again.body.code]).toEqual([409, 'payment-processing'])
  app.sandbox.settlePayments()
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
})

test.each([
  ['cannot be reached', { mode: 'drop_before', path: '/v1/customers', count: 9 }],
  ['breaks', { mode: '500_before', path: '/v1/payment_intents', count: 9 }],
  ['answers with half a sentence', { mode: 'truncate', path: '/v1/payment_intents', count: 1 }],
  ['fails for good on this key', { mode: '500_stored', path: '/v1/payment_intents', count: 1 }],
] as const)(
  'while the provider %s nothing is lost, and the next try goes on with the same purchase',
  async (_, fault) => {
    const ada = await app.quickMember()
    const order = await orderOf(ada)
    app.sandbox.injectFault(fault)

    const away = await ada.post('/api/purchases', order)
    app.sandbox.clearFaults()
    const [kept] = await purchasesOf(ada)
    const next = await ada.post('/api/purchases', order)

    if (fault.mode !== '500_stored') {
      expect([away.status, away.body.code]).toEqual([503, 'provider-away'])
      expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(next.status).toBe(200)
    expect(next.body.data.purchase.id).toBe(kept.id)
    expect(paymentsAtProvider(app, kept.id)).toHaveLength(1)
  },
)

test('an offer that is half an hour old is given up at the provider before a new one is made', async () => {
  const ada = await moving.quickMember()
  const old = await startPaying(ada)
  moving.clock.advance({ minutes: 29, seconds: 50 })
  const back = await moving.returning(ada)
  expect(await startPaying(back)).toEqual(old)
  moving.clock.advance({ seconds: 10 })

  const fresh = await startPaying(back)

  expect(fresh.id).not.toBe(old.id)
  expect(paymentsAtProvider(moving, old.id)).toMatchObject([{ status: 'canceled' }])
  expect(paymentsAtProvider(moving, fresh.id)).toMatchObject([{ status: 'requires_payment_method' }])
  expect((await back.get(`/api/purchases/${old.id}`)).body.data.status).toBe('cancelled')
})

test('an old offer that was paid in the last moment counts as paid', async () => {
  const ada = await moving.quickMember()
  const id = await payFor(moving, ada)
  moving.clock.advance({ minutes: 31 })
  const back = await moving.returning(ada)

  const { status, body } = await back.post('/api/purchases', await orderOf(back))

  expect([status, body.code]).toEqual([409, 'already-paid'])
  expect((await back.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
})

test('a purchase that was begun with another provider does not stand in the way', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_mode = 'stripe', payment_intent_id = 'pi_elsewhere' where id = $1", id)

  const fresh = await startPaying(ada)

  expect(fresh.id).not.toBe(id)
})

test('a payment that the provider has lost is reported and does not stand in the way', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_intent_id = 'pi_lost' where id = $1", id)

  const fresh = await startPaying(ada)

  expect(fresh.id).not.toBe(id)
  expect(await app.rows("select kind from payment_anomaly where subject = 'pi_lost'")).toEqual([
    { kind: 'payment-missing' },
  ])
})

test('a payment that comes after the purchase was given up is cancelled, and a new purchase is made', async () => {
  const ada = await app.quickMember()
  const order = await orderOf(ada)
  const given = Promise.withResolvers<void>()
  const stop = app.sandbox.onExchange(({ operation }) => {
    if (operation !== 'PaymentIntent.create') return
    stop()
    given.resolve(giveUpAll(ada))
  })

  const { status, body } = await ada.post('/api/purchases', order)
  await given.promise

  const [first, second] = await purchasesOf(ada)
  expect([status, body.data.purchase.id]).toEqual([200, second.id])
  expect(paymentsAtProvider(app, first.id)).toMatchObject([{ status: 'canceled' }])
})

test('a payment whose amount was changed at the provider is not offered, and a person is told', async () => {
  const ada = await app.quickMember()
  const { paymentIntentId } = await startPaying(ada)
  await changeAmountAtProvider(paymentIntentId, 100)

  const { status, body } = await ada.post('/api/purchases', await orderOf(ada))

  expect([status, body.code]).toEqual([409, 'payment-processing'])
  expect(await app.rows('select kind from payment_anomaly where subject = $1', paymentIntentId)).toEqual([
    { kind: 'payment-mismatch' },
  ])
})

test('whoever starts payments over and over has to wait', async () => {
  const ada = await app.quickMember()
  const order = { ...(await orderOf(ada)), expectedTotal: 1 }
  for (let attempt = 0; attempt < 30; attempt += 1) await ada.post('/api/purchases', order)

  const { status, body, headers } = await ada.post('/api/purchases', order)

  expect([status, body.code]).toEqual([429, 'too-many-attempts'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

async function raisePrice(packageId: string, net: number) {
  await app.rows(
    `insert into package_version (package_id, version, title, description, net_price, billing, span_weeks, span_months, features, image, created_at)
     select package_id, 2, title, description, $2::int, billing, span_weeks, span_months, features, image, now()
     from package_version where package_id = $1 and version = 1`,
    packageId,
    net,
  )
  await app.rows('update package set current_version = 2 where id = $1', packageId)
}

async function giveUpAll(member: { id: string }) {
  await app.rows("update purchase set status = 'cancelled' where member_id = $1", member.id)
}

async function changeAmountAtProvider(paymentIntentId: string, amount: number) {
  await fetch(`${app.sandbox.url}/v1/payment_intents/${paymentIntentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.keys.secretKey}` },
    body: new URLSearchParams({ amount: String(amount) }),
  })
}

test('what was given up for other boxes is not listed beside the purchase that took its place', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada, 'my-future-basic', { startNow: true, acknowledgeLoss: true })
  const second = await startPaying(ada, 'my-future-basic', { startNow: false, acknowledgeLoss: false })

  const { items } = (await ada.get('/api/purchases')).body.data

  expect(items.map(({ id }: { id: string }) => id)).toEqual([second.id])
  expect(await app.rows('select status from purchase where id = $1', first.id)).toEqual([{ status: 'cancelled' }])
})

test('an account that is deleted in another tab in the same moment begins no purchase', async () => {
  const ada = await app.quickMember()
  const [row] = await app.rows('select id from account where id = $1', ada.id)
  await app.rows('update account set deleted_at = now(), disabled_at = now() where id = $1', ada.id)
  const price = {
    market: 'uk',
    currency: 'GBP',
    net: 9_900,
    taxRateBasisPoints: 2_000,
    taxLabel: 'VAT',
    tax: 1_980,
    total: 11_880,
  }
  const inserting = insertPurchase(app.context.db, {
    memberId: row.id,
    packageId: 'my-future-basic',
    packageVersion: 1,
    price: price as never,
    consent: { version: '2026-11', startNow: true, acknowledgeLoss: true, at: new Date() },
    paymentMode: 'sandbox',
    buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null },
    subscriptionId: null,
    upgrade: null,
    createdAt: new Date(),
  })
  await expect(inserting).rejects.toMatchObject({ status: 401, code: 'session-over' })
})

test('two late payments of one package at the same moment follow each other', async () => {
  const ada = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  const first = await startPaying(ada)
  await app.rows("update purchase set status = 'cancelled' where id = $1", first.id)
  const second = await startPaying(ada)
  await app.pay(first.clientSecret)
  await app.pay(second.clientSecret)
  app.sandbox.calmWebhooks()

  const context = { ...app.context, provider: app.provider }
  await Promise.all([first, second].map(({ id }) => convergePurchase(context, id)))

  const [one, two] = await app.rows(
    'select starts_at, ends_at from entitlement where member_id = $1 order by starts_at',
    ada.id,
  )
  expect(two.starts_at).toEqual(one.ends_at)
})
