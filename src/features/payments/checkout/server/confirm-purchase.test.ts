import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor, startPaying } from '#tests/support/given/checkout.ts'

const app = await startApp()
afterAll(app.close)

const missingId = '00000000-0000-4000-8000-000000000000'

test("another member's purchase gets the same response as a missing one", async () => {
  const [ada, mallory] = [await app.quickMember(), await app.quickMember()]
  const { id } = await startPaying(ada)

  for (const request of [
    (purchaseId: string) => mallory.get(`/api/purchases/${purchaseId}`),
    (purchaseId: string) => mallory.post(`/api/purchases/${purchaseId}/confirmation`),
  ]) {
    const [foreignResponse, missingResponse] = [await request(id), await request(missingId)]
    expect(foreignResponse).toMatchObject({ status: 404, body: { code: 'purchase-not-found' } })
    expect([foreignResponse.status, foreignResponse.body]).toEqual([missingResponse.status, missingResponse.body])
  }
  expect((await mallory.get('/api/purchases')).body.data.items).toEqual([])
})

test('confirming a purchase five times in parallel creates one invoice and one reference', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)

  const responses = await Promise.all(Array.from({ length: 5 }, () => ada.post(`/api/purchases/${id}/confirmation`)))

  expect(new Set(responses.map(({ body }) => body.data.reference)).size).toBe(1)
  expect(responses.map(({ body }) => body.data.status)).toEqual(Array(5).fill('completed'))
  expect(await app.rows('select 1 from document where purchase_id = $1', id)).toHaveLength(1)
})

test('a provider timeout returns 503 and leaves the purchase pending', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  app.sandbox.injectFault({ mode: 'truncate', method: 'GET', path: '/v1/payment_intents/*' })

  const unavailable = await ada.post(`/api/purchases/${id}/confirmation`)

  expect([unavailable.status, unavailable.body]).toEqual([
    503,
    { success: false, code: 'provider-unavailable', message: 'We’re checking your payment. You can leave this page.' },
  ])
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
})

test("a confirmed purchase exposes no provider fields or other members' data", async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  const { body } = await ada.post(`/api/purchases/${id}/confirmation`)

  expect(Object.keys(body.data).sort()).toEqual(
    'currency discount endsAt entitlementId id isOpen isProcessing market net packageId packageTitle purchaseDate reference refunded startsAt startsLater status subscriptionId tax taxLabel taxRateBasisPoints total upgrade'.split(
      ' ',
    ),
  )
})
