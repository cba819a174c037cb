import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { listPurchases, makeOrder, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'
import { answerBankPage } from '#tests/support/site/pay-as-browser.ts'

const app = await startApp()
afterAll(app.close)

test('choosing another start in a second tab is refused during 3-D Secure', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada, undefined, 'later')
  const bankRequest = await app.pay(clientSecret, 'tok_threeDSecure2Required')

  const refused = await ada.post('/api/purchases', await makeOrder(ada))
  expect([refused.status, refused.body.code]).toEqual([409, 'payment-at-bank'])
  await answerBankPage(bankRequest, 'complete')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect(await listPurchases(app, ada)).toMatchObject([
    { id, consent_start_now: false, consent_acknowledge_loss: false },
  ])
  const { body } = await ada.get('/api/entitlements')
  expect(body.data.items).toMatchObject([{ purchaseId: id, state: 'scheduled' }])
})

test('a member can cancel a payment in 3-D Secure and pay with another start', async () => {
  const ada = await app.quickMember()
  const firstPurchase = await startPaying(ada, undefined, 'later')
  const bankRequest = await app.pay(firstPurchase.clientSecret, 'tok_threeDSecure2Required')

  const { status, body } = await ada.post('/api/purchases', { ...(await makeOrder(ada)), cancelsOther: true })
  await answerBankPage(bankRequest, 'complete').catch(() => undefined)

  expect(status).toBe(200)
  expect(paymentsAtProvider(app, firstPurchase.id)).toMatchObject([{ status: 'canceled' }])
  await app.pay(body.data.clientSecret)
  expect((await ada.post(`/api/purchases/${body.data.purchase.id}/confirmation`)).body.data.status).toBe('completed')
  expect(await listPurchases(app, ada)).toMatchObject([
    { id: firstPurchase.id, status: 'cancelled' },
    { consent_start_now: true, consent_acknowledge_loss: true },
  ])
})

test('repeating the same request during 3-D Secure reuses the payment', async () => {
  const ada = await app.quickMember()
  const firstPurchase = await startPaying(ada)
  await app.pay(firstPurchase.clientSecret, 'tok_threeDSecure2Required')

  expect(await startPaying(ada)).toEqual(firstPurchase)
})

test('after a card is declined, another card can be used for the same payment', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  const declined = await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  expect(declined.error?.code).toBe('card_declined')
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')

  const restarted = await startPaying(ada)
  await app.pay(restarted.clientSecret)

  expect(restarted).toMatchObject({ id, clientSecret })
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect(paymentsAtProvider(app, id)).toHaveLength(1)
})

test('a card that needs 3-D Secure stays unpaid until the bank approves it', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  const bankRequest = await app.pay(clientSecret, 'tok_threeDSecure2Required')
  expect(bankRequest.status).toBe('requires_action')
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')

  await answerBankPage(bankRequest, 'complete')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
})

test('closing the page after 3-D Secure approval still delivers the package', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await answerBankPage(await app.pay(clientSecret, 'tok_threeDSecure2Required'), 'complete')
  await app.settle()

  expect((await ada.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
  expect((await ada.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
})

test('if the bank refuses in 3-D Secure, the member can still pay with another card', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await answerBankPage(await app.pay(clientSecret, 'tok_threeDSecure2Required'), 'fail')

  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('pending')
  expect(await startPaying(ada)).toMatchObject({ id, clientSecret })
})

test('a payment that the bank is processing cannot be started again', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  app.sandbox.slowBank(true)
  await app.pay(clientSecret)
  app.sandbox.slowBank(false)

  const refused = await ada.post('/api/purchases', await makeOrder(ada))

  expect([refused.status, refused.body.code]).toEqual([409, 'payment-processing'])
  app.sandbox.settlePayments()
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
})

test.each([
  ['cannot be reached', { mode: 'drop_before', path: '/v1/customers', count: 9 }],
  ['returns errors', { mode: '500_before', path: '/v1/payment_intents', count: 9 }],
  ['truncates its response', { mode: 'truncate', path: '/v1/payment_intents', count: 1 }],
  ['stores a failure under the idempotency key', { mode: '500_stored', path: '/v1/payment_intents', count: 1 }],
] as const)('the next attempt continues the same purchase if the provider %s', async (_, fault) => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  app.sandbox.injectFault(fault)

  const failed = await ada.post('/api/purchases', order)
  app.sandbox.clearFaults()
  const [pending] = await listPurchases(app, ada)
  const retried = await ada.post('/api/purchases', order)

  if (fault.mode !== '500_stored') {
    expect([failed.status, failed.body.code]).toEqual([503, 'provider-unavailable'])
    expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(retried.status).toBe(200)
  expect(retried.body.data.purchase.id).toBe(pending.id)
  expect(paymentsAtProvider(app, pending.id)).toHaveLength(1)
})
