import { afterAll, expect, test } from 'vitest'
import { insertPurchase } from '#features/purchases/server/public.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { listPurchases, makeOrder, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'

const app = await startApp()
afterAll(app.close)

test.each([
  ['a different total', { expectedTotal: 11_879 }],
  ['a total of zero', { expectedTotal: 0 }],
  ['a negative total', { expectedTotal: -11_880 }],
  ['a different package version', { packageVersion: 2 }],
  ['different wording of the consents', { consents: { version: '1999-01', start: 'today', acknowledged: true } }],
])('a request with %s is refused, and the response has the current price', async (_, difference) => {
  const ada = await app.quickMember()

  const { status, body } = await ada.post('/api/purchases', { ...(await makeOrder(ada)), ...difference })

  expect(status).toBe(409)
  expect(body).toMatchObject({ success: false, code: 'price-changed', message: expect.stringContaining('price') })
  expect(body.data).toMatchObject({ price: { total: 11_880, currency: 'GBP' }, package: { version: 1 } })
  expect(await listPurchases(app, ada)).toEqual([])
})

test.each([
  ['start-needed', { start: null }],
  ['start-needed', {}],
  ['acknowledgement-needed', { start: 'today' }],
  ['acknowledgement-needed', { start: 'today', acknowledged: false }],
])('an order without a required start choice is refused: %s for %j', async (reason, choice) => {
  const ada = await app.quickMember()
  const { consents, ...order } = await makeOrder(ada)

  const { status, body } = await ada.post('/api/purchases', {
    ...order,
    consents: { version: consents.version, ...choice },
  })

  expect([status, body.code]).toEqual([409, reason])
  expect(await listPurchases(app, ada)).toEqual([])
})

test('a start date that changed at midnight must be shown again before the member can pay', async () => {
  const ada = await app.quickMember()
  const { consents, ...order } = await makeOrder(ada, undefined, 'later')
  const orderShowing = (startsLaterAt: string) => ({ ...order, consents: { ...consents, startsLaterAt } })
  const { body: quote } = await ada.get('/api/quotes/uk/my-future-basic')

  const { status, body } = await ada.post(
    '/api/purchases',
    orderShowing(addSpan(app.clock.now(), { days: 14 }).toISOString()),
  )
  expect([status, body.code, body.data.startsLaterAt]).toEqual([409, 'price-changed', quote.data.startsLaterAt])
  expect(await listPurchases(app, ada)).toEqual([])
  expect((await ada.post('/api/purchases', orderShowing(quote.data.startsLaterAt))).status).toBe(200)
})

test('a price rise during checkout must be shown before it is charged', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada, 'biz-future-pro')
  const cheaper = await startPaying(ada, 'biz-future-pro')
  await raisePrice('biz-future-pro', 20_000)

  const refused = await ada.post('/api/purchases', order)
  expect(refused).toMatchObject({ status: 409, body: { code: 'price-changed', data: { price: { total: 24_000 } } } })
  const accepted = await startPaying(ada, 'biz-future-pro')

  expect(paymentsAtProvider(app, cheaper.id)).toMatchObject([{ status: 'canceled', amount: 23_880 }])
  expect(paymentsAtProvider(app, accepted.id)).toMatchObject([{ status: 'requires_payment_method', amount: 24_000 }])
  expect(await listPurchases(app, ada)).toMatchObject([
    { id: cheaper.id, status: 'cancelled', total: 23_880 },
    { id: accepted.id, status: 'pending', total: 24_000, package_version: 2 },
  ])
})

test('an unknown package, or one not on sale, is not found', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada, 'biz-future-basic')
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

test('a visitor cannot start a purchase', async () => {
  const ada = await app.quickMember()
  const { status, body } = await app.visitor.post('/api/purchases', await makeOrder(ada))
  expect([status, body.code]).toEqual([401, 'session-expired'])
})

test('an order with unknown fields is refused', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)

  for (const extraField of [
    { total: 1 },
    { amount: 1 },
    { memberId: 'x' },
    { status: 'completed' },
    { quantity: -1 },
  ]) {
    const { status, body } = await ada.post('/api/purchases', { ...order, ...extraField })
    expect([status, body.code]).toEqual([400, 'invalid-input'])
  }
  expect(await listPurchases(app, ada)).toEqual([])
})

test('a member whose customer id the provider does not know gets a new one', async () => {
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

test('ten parallel requests create one purchase, one payment and one customer', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)

  const responses = await Promise.all(Array.from({ length: 10 }, () => ada.post('/api/purchases', order)))

  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(responses.map(({ body }) => body.data.clientSecret)).size).toBe(1)
  const [purchase, ...duplicates] = await listPurchases(app, ada)
  expect(duplicates).toEqual([])
  expect(paymentsAtProvider(app, purchase.id)).toHaveLength(1)
  const customers = app.sandbox.objects('customer', 1_000) as unknown as { email: string }[]
  expect(customers.filter(({ email }) => email === ada.person.email)).toHaveLength(1)
})

test('the database allows one unpaid purchase per package', async () => {
  const ada = await app.quickMember()
  await startPaying(ada)
  await startPaying(ada, 'study-world-basic')
  const duplicate = app.rows("update purchase set package_id = 'my-future-basic' where member_id = $1", ada.id)
  await expect(duplicate).rejects.toThrow('purchase_one_pending_idx')
})

test('the 31st attempt to start a payment is rate-limited', async () => {
  const ada = await app.quickMember()
  const order = { ...(await makeOrder(ada)), expectedTotal: 1 }
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

test('the database refuses a purchase by a deleted account', async () => {
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
  const insertion = insertPurchase(app.context.db, {
    memberId: row.id,
    packageId: 'my-future-basic',
    packageVersion: 1,
    price: price as never,
    consent: { version: '2026-11', start: 'today', at: new Date() },
    paymentMode: 'sandbox',
    buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null },
    subscriptionId: null,
    upgrade: null,
    createdAt: new Date(),
  })
  await expect(insertion).rejects.toMatchObject({ status: 401, code: 'session-expired' })
})
