import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  listPurchases,
  makeOrder,
  payFor,
  paymentsAtProvider,
  postToProvider,
  startPaying,
} from '#tests/support/given/checkout.ts'
import { syncPurchase } from './sync-purchase.ts'

const app = await startApp()
afterAll(app.close)

/** This app's clock only moves forward, and its provider sends no webhooks. */
const timedApp = await startApp()
timedApp.sandbox.disturbWebhooks({ drop: true })
afterAll(timedApp.close)

test('pressing Pay again while the provider is slow does not create a second purchase', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  app.sandbox.injectFault({ mode: 'slow_before', path: '/v1/payment_intents', milliseconds: 2_000 })

  const responses = await Promise.all([ada.post('/api/purchases', order), ada.post('/api/purchases', order)])

  // The first request to reach the provider succeeds; the second either succeeds or gets a 503.
  const statuses = responses.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 503],
  ]).toContainEqual(statuses)
  expect(await listPurchases(app, ada)).toHaveLength(1)
})

test('the start chosen when Pay was last pressed replaces the earlier one', async () => {
  const ada = await app.quickMember()
  const firstPurchase = await startPaying(ada, undefined, 'today')
  const secondPurchase = await startPaying(ada, undefined, 'later')

  expect(paymentsAtProvider(app, firstPurchase.id)).toMatchObject([{ status: 'canceled' }])
  expect(await listPurchases(app, ada)).toMatchObject([
    { id: firstPurchase.id, status: 'cancelled', consent_start_now: true, consent_acknowledge_loss: true },
    { id: secondPurchase.id, status: 'pending', consent_start_now: false, consent_acknowledge_loss: false },
  ])
})

test('choosing another start after paying does not change the purchase', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada, undefined, 'today')

  const refused = await ada.post('/api/purchases', await makeOrder(ada, undefined, 'later'))

  expect([refused.status, refused.body.code]).toEqual([409, 'already-paid'])
  expect(await listPurchases(app, ada)).toMatchObject([{ id, status: 'completed', consent_start_now: true }])
  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'active' }])
})

test('pressing Pay again after a lost response reports the package as paid', async () => {
  const ada = await timedApp.quickMember()
  const staleTab = await makeOrder(ada)
  const id = await payFor(timedApp, ada)
  await ada.post(`/api/purchases/${id}/confirmation`)
  timedApp.clock.advance({ minutes: 9, seconds: 50 })

  const within10Minutes = await (await timedApp.returning(ada)).post('/api/purchases', staleTab)
  expect([within10Minutes.status, within10Minutes.body.code]).toEqual([409, 'already-paid'])
  timedApp.clock.advance({ seconds: 20 })
  const after10Minutes = await (await timedApp.returning(ada)).post('/api/purchases', staleTab)
  expect([after10Minutes.status, after10Minutes.body.code]).toEqual([409, 'already-owned'])
  expect(after10Minutes.body.message).not.toContain('charged')
})

test('an outdated page must show that the member owns the package before they can buy it again', async () => {
  const ada = await app.quickMember()
  const staleTab = await makeOrder(ada)
  const id = await payFor(app, ada)
  const { body: confirmed } = await ada.post(`/api/purchases/${id}/confirmation`)
  await app.rows("update purchase set completed_at = completed_at - interval '11 minutes' where id = $1", id)

  const refused = await ada.post('/api/purchases', staleTab)
  expect([refused.status, refused.body.code]).toEqual([409, 'already-owned'])
  expect(refused.body.data.runsUntil).toBe(confirmed.data.endsAt)
  expect(await listPurchases(app, ada)).toMatchObject([{ id }])

  const accepted = await ada.post('/api/purchases', { ...staleTab, runsUntil: refused.body.data.runsUntil })
  expect(accepted.status).toBe(200)
  expect(await listPurchases(app, ada)).toMatchObject([{ id }, { status: 'pending' }])
})

test('pressing Pay in a second tab reports the package as paid', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  await payFor(app, ada)

  const { status, body } = await ada.post('/api/purchases', order)

  expect([status, body.code]).toEqual([409, 'already-paid'])
})

test('an offer older than 30 minutes is cancelled at the provider before a new purchase starts', async () => {
  const ada = await timedApp.quickMember()
  const expired = await startPaying(ada)
  timedApp.clock.advance({ minutes: 29, seconds: 50 })
  const returningAda = await timedApp.returning(ada)
  expect(await startPaying(returningAda)).toEqual(expired)
  timedApp.clock.advance({ seconds: 10 })

  const renewed = await startPaying(returningAda)

  expect(renewed.id).not.toBe(expired.id)
  expect(paymentsAtProvider(timedApp, expired.id)).toMatchObject([{ status: 'canceled' }])
  expect(paymentsAtProvider(timedApp, renewed.id)).toMatchObject([{ status: 'requires_payment_method' }])
  expect((await returningAda.get(`/api/purchases/${expired.id}`)).body.data.status).toBe('cancelled')
})

test('a payment made before its offer expired counts', async () => {
  const ada = await timedApp.quickMember()
  const id = await payFor(timedApp, ada)
  timedApp.clock.advance({ minutes: 31 })
  const returningAda = await timedApp.returning(ada)

  const { status, body } = await returningAda.post('/api/purchases', await makeOrder(returningAda))

  expect([status, body.code]).toEqual([409, 'already-paid'])
  expect((await returningAda.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
})

test('an unpaid purchase with another provider does not block a new one', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_mode = 'stripe', payment_intent_id = 'pi_elsewhere' where id = $1", id)

  const renewed = await startPaying(ada)

  expect(renewed.id).not.toBe(id)
})

test('a payment that the provider has lost is reported and does not block a new purchase', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await app.rows("update purchase set payment_intent_id = 'pi_lost' where id = $1", id)

  const renewed = await startPaying(ada)

  expect(renewed.id).not.toBe(id)
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
    await cancelPurchases(ada)
    return payment
  })

  const { status, body } = await ada.post('/api/purchases', order)

  const [cancelled, pending] = await listPurchases(app, ada)
  expect([status, body.data.purchase.id]).toEqual([200, pending.id])
  expect(paymentsAtProvider(app, cancelled.id)).toMatchObject([{ status: 'canceled' }])
})

test('a payment whose amount changed at the provider is replaced and reported', async () => {
  const ada = await app.quickMember()
  const { id, paymentIntentId } = await startPaying(ada)
  await postToProvider(app, `payment_intents/${paymentIntentId}`, { amount: '100' })

  const { status, body } = await ada.post('/api/purchases', await makeOrder(ada))

  expect([status, body.data.purchase.id === id]).toEqual([200, false])
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
  expect(await app.rows('select kind from payment_anomaly where subject = $1', paymentIntentId)).toEqual([
    { kind: 'payment-mismatch' },
  ])
})

test('an unpaid purchase is not listed once another start has been chosen and a new purchase has replaced it', async () => {
  const ada = await app.quickMember()
  const replaced = await startPaying(ada, 'my-future-basic', 'today')
  const replacement = await startPaying(ada, 'my-future-basic', 'later')

  const { items } = (await ada.get('/api/purchases')).body.data

  expect(items.map(({ id }: { id: string }) => id)).toEqual([replacement.id])
  expect(await app.rows('select status from purchase where id = $1', replaced.id)).toEqual([{ status: 'cancelled' }])
})

test('two late payments for the same package give the member two packages, one after the other', async () => {
  const ada = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  const firstPurchase = await startPaying(ada)
  await app.rows("update purchase set status = 'cancelled' where id = $1", firstPurchase.id)
  const secondPurchase = await startPaying(ada)
  await app.pay(firstPurchase.clientSecret)
  await app.pay(secondPurchase.clientSecret)
  app.sandbox.calmWebhooks()

  const context = { ...app.context, provider: app.provider }
  await Promise.all([firstPurchase, secondPurchase].map(({ id }) => syncPurchase(context, id)))

  const [firstPackage, secondPackage] = await app.rows(
    'select starts_at, ends_at from entitlement where member_id = $1 order by starts_at',
    ada.id,
  )
  expect(secondPackage.starts_at).toEqual(firstPackage.ends_at)
})

async function cancelPurchases(member: { id: string }) {
  await app.rows("update purchase set status = 'cancelled' where member_id = $1", member.id)
}
