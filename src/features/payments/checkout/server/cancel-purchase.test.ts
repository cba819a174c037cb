import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'

const app = await startApp()
app.sandbox.disturbWebhooks({ drop: true })
afterAll(app.close)

const cancellationPath = (id: string) => `/api/purchases/${id}/cancellation`

test('an unpaid purchase is cancelled at the provider and in our database, and cancelling can be repeated', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)

  const cancelled = await ada.post(cancellationPath(id))
  const repeated = await ada.post(cancellationPath(id))

  expect(cancelled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
  expect(cancelled.body.message).toBe('We’ve cancelled your payment. You haven’t been charged.')
  expect(repeated).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
})

test('a cancelled package can be bought again', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  await ada.post(cancellationPath(id))

  expect((await startPaying(ada)).id).not.toBe(id)
})

test('a purchase that has just been paid for cannot be cancelled', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)

  expect(await ada.post(cancellationPath(id))).toMatchObject({ status: 409, body: { code: 'already-paid' } })

  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'active' }])
  expect(await ada.post(cancellationPath(id))).toMatchObject({ status: 409, body: { code: 'already-paid' } })
})

test('a payment that the bank is processing cannot be cancelled', async () => {
  const ada = await app.quickMember()
  app.sandbox.slowBank(true)
  const id = await payFor(app, ada)
  app.sandbox.slowBank(false)

  expect(await ada.post(cancellationPath(id))).toMatchObject({ status: 409, body: { code: 'payment-processing' } })
})

test('a purchase is shown as processing while the bank processes its payment', async () => {
  const ada = await app.quickMember()
  app.sandbox.slowBank(true)
  const id = await payFor(app, ada)
  app.sandbox.slowBank(false)
  const isProcessing = async () => (await ada.get(`/api/purchases/${id}`)).body.data.isProcessing
  expect(await isProcessing()).toBe(false)

  await ada.post(`/api/purchases/${id}/confirmation`)
  expect(await isProcessing()).toBe(true)
  const [listed] = (await ada.get('/api/portal/dashboard')).body.data.purchases
  expect(listed).toMatchObject({ id, status: 'pending', isProcessing: true })
})

test('a purchase stays pending if the provider is unreachable during cancellation', async () => {
  const ada = await app.quickMember()
  const { id, paymentIntentId } = await startPaying(ada)
  app.sandbox.injectFault({ mode: 'truncate', path: `/v1/payment_intents/${paymentIntentId}/cancel`, count: 6 })

  expect(await ada.post(cancellationPath(id))).toMatchObject({ status: 503, body: { code: 'provider-unavailable' } })

  const { body } = await ada.get(`/api/purchases/${id}`)
  expect(body.data.status).toBe('pending')
})

test('cancelling an unpaid first month also cancels its subscription', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada, 'my-future-pro')

  expect(await ada.post(cancellationPath(id))).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })

  expect((await ada.get('/api/subscriptions')).body.data).toEqual([])
  expect((await startPaying(ada, 'my-future-pro')).id).not.toBe(id)
})
