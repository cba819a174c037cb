import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { makeOrder, payFor, paymentsAtProvider, startPaying } from '../../../../../tests/support/given/checkout.ts'
import { syncPurchase } from './sync-purchase.ts'

const app = await startApp()
afterAll(app.close)

/** This app's clock only moves forward, and its provider sends no webhooks. */
const moving = await startApp()
moving.sandbox.disturbWebhooks({ drop: true })
afterAll(moving.close)

const purchasesOf = (member: { id: string }) =>
  app.rows('select * from purchase where member_id = $1 order by created_at', member.id)

test('a second press during a slow provider call creates no second purchase', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  app.sandbox.injectFault({ mode: 'slow_before', path: '/v1/payment_intents', milliseconds: 2_000 })

  const answers = await Promise.all([ada.post('/api/purchases', order), ada.post('/api/purchases', order)])

  // The first request to reach the provider succeeds; the other one succeeds or gets a 503.
  const statuses = answers.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 503],
  ]).toContainEqual(statuses)
  expect(await purchasesOf(ada)).toHaveLength(1)
})

test('the start choice of the last Pay press replaces the earlier one', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada, undefined, 'today')
  const second = await startPaying(ada, undefined, 'later')

  expect(paymentsAtProvider(app, first.id)).toMatchObject([{ status: 'canceled' }])
  expect(await purchasesOf(ada)).toMatchObject([
    { id: first.id, status: 'cancelled', consent_start_now: true, consent_acknowledge_loss: true },
    { id: second.id, status: 'pending', consent_start_now: false, consent_acknowledge_loss: false },
  ])
})

test('a start choice made after payment does not change the purchase', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada, undefined, 'today')

  const again = await ada.post('/api/purchases', await makeOrder(ada, undefined, 'later'))

  expect([again.status, again.body.code]).toEqual([409, 'already-paid'])
  expect(await purchasesOf(ada)).toMatchObject([{ id, status: 'completed', consent_start_now: true }])
  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'active' }])
})

test('pressing Pay again after a lost response reports the package as paid', async () => {
  const ada = await moving.quickMember()
  const staleTab = await makeOrder(ada)
  const id = await payFor(moving, ada)
  await ada.post(`/api/purchases/${id}/confirmation`)
  moving.clock.advance({ minutes: 9, seconds: 50 })

  const soon = await (await moving.returning(ada)).post('/api/purchases', staleTab)
  expect([soon.status, soon.body.code]).toEqual([409, 'already-paid'])
  moving.clock.advance({ seconds: 20 })
  const later = await (await moving.returning(ada)).post('/api/purchases', staleTab)
  expect([later.status, later.body.code]).toEqual([409, 'already-owned'])
  expect(later.body.message).not.toContain('charged')
})

test('a stale page must show the owned package before buying it again', async () => {
  const ada = await app.quickMember()
  const staleTab = await makeOrder(ada)
  const id = await payFor(app, ada)
  const { body: first } = await ada.post(`/api/purchases/${id}/confirmation`)
  await app.rows("update purchase set completed_at = completed_at - interval '11 minutes' where id = $1", id)

  const refused = await ada.post('/api/purchases', staleTab)
  expect([refused.status, refused.body.code]).toEqual([409, 'already-owned'])
  expect(refused.body.data.runsUntil).toBe(first.data.endsAt)
  expect(await purchasesOf(ada)).toMatchObject([{ id }])

  const wanted = await ada.post('/api/purchases', { ...staleTab, runsUntil: refused.body.data.runsUntil })
  expect(wanted.status).toBe(200)
  expect(await purchasesOf(ada)).toMatchObject([{ id }, { status: 'pending' }])
})

test('pressing Pay in a second tab reports the package as paid', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  await payFor(app, ada)

  const { status, body } = await ada.post('/api/purchases', order)

  expect([status, body.code]).toEqual([409, 'already-paid'])
})

test('an offer older than 30 minutes is cancelled at the provider before a new purchase starts', async () => {
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

test('an expired offer that was paid in time counts as paid', async () => {
  const ada = await moving.quickMember()
  const id = await payFor(moving, ada)
  moving.clock.advance({ minutes: 31 })
  const back = await moving.returning(ada)

  const { status, body } = await back.post('/api/purchases', await makeOrder(back))

  expect([status, body.code]).toEqual([409, 'already-paid'])
  expect((await back.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
})

test('an unpaid purchase with another provider does not block a new one', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_mode = 'stripe', payment_intent_id = 'pi_elsewhere' where id = $1", id)

  const fresh = await startPaying(ada)

  expect(fresh.id).not.toBe(id)
})

test('a payment that the provider has lost is reported and does not block a new purchase', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_intent_id = 'pi_lost' where id = $1", id)

  const fresh = await startPaying(ada)

  expect(fresh.id).not.toBe(id)
  expect(await app.rows("select kind from payment_anomaly where subject = 'pi_lost'")).toEqual([
    { kind: 'payment-missing' },
  ])
})

test('a payment created after its purchase was cancelled is cancelled, and a new purchase starts', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  const { createPayment } = app.provider
  vi.spyOn(app.provider, 'createPayment').mockImplementationOnce(async (purchase) => {
    const payment = await createPayment(purchase)
    await giveUpAll(ada)
    return payment
  })

  const { status, body } = await ada.post('/api/purchases', order)

  const [first, second] = await purchasesOf(ada)
  expect([status, body.data.purchase.id]).toEqual([200, second.id])
  expect(paymentsAtProvider(app, first.id)).toMatchObject([{ status: 'canceled' }])
})

test('a payment whose amount changed at the provider is replaced and reported', async () => {
  const ada = await app.quickMember()
  const { id, paymentIntentId } = await startPaying(ada)
  await changeAmountAtProvider(paymentIntentId, 100)

  const { status, body } = await ada.post('/api/purchases', await makeOrder(ada))

  expect([status, body.data.purchase.id === id]).toEqual([200, false])
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
  expect(await app.rows('select kind from payment_anomaly where subject = $1', paymentIntentId)).toEqual([
    { kind: 'payment-mismatch' },
  ])
})

test('a purchase that was replaced because of its start choice is not listed', async () => {
  const ada = await app.quickMember()
  const first = await startPaying(ada, 'my-future-basic', 'today')
  const second = await startPaying(ada, 'my-future-basic', 'later')

  const { items } = (await ada.get('/api/purchases')).body.data

  expect(items.map(({ id }: { id: string }) => id)).toEqual([second.id])
  expect(await app.rows('select status from purchase where id = $1', first.id)).toEqual([{ status: 'cancelled' }])
})

test('two late payments for one package at the same moment run one after the other', async () => {
  const ada = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  const first = await startPaying(ada)
  await app.rows("update purchase set status = 'cancelled' where id = $1", first.id)
  const second = await startPaying(ada)
  await app.pay(first.clientSecret)
  await app.pay(second.clientSecret)
  app.sandbox.calmWebhooks()

  const context = { ...app.context, provider: app.provider }
  await Promise.all([first, second].map(({ id }) => syncPurchase(context, id)))

  const [one, two] = await app.rows(
    'select starts_at, ends_at from entitlement where member_id = $1 order by starts_at',
    ada.id,
  )
  expect(two.starts_at).toEqual(one.ends_at)
})

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
