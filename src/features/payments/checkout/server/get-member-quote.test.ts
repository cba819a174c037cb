import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, payFor, startPaying } from '#tests/support/given/checkout.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)

const address = '/api/quotes/uk/my-future-basic'

test('a member who owns the package sees its end date and can buy it again', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  const confirmed = await ada.post(`/api/purchases/${id}/confirmation`)

  const { body } = await ada.get(`${address}/member`)

  expect(body.data.runsUntil).toBe(confirmed.body.data.endsAt)
  const order = { ...(await makeOrder(ada)), runsUntil: body.data.runsUntil }
  expect((await ada.post('/api/purchases', order)).status).toBe(200)
})

test('a member without the package gets the public quote', async () => {
  const grace = await app.quickMember()
  const memberQuote = await grace.get(`${address}/member`)
  const publicQuote = await app.visitor.get(address)
  expect(memberQuote.body.data.runsUntil).toBeNull()
  expect({ ...memberQuote.body.data, startsLaterAt: '' }).toEqual({ ...publicQuote.body.data, startsLaterAt: '' })
})

test("a member's end date is hidden from other members and visitors", async () => {
  const ada = await app.quickMember()
  await ada.post(`/api/purchases/${await payFor(app, ada)}/confirmation`)
  const grace = await app.quickMember()
  expect((await grace.get(`${address}/member`)).body.data.runsUntil).toBeNull()
  expect((await app.visitor.get(address)).body.data.runsUntil).toBeNull()
})

test('an unknown package is not found', async () => {
  const ada = await app.quickMember()
  const { status, body } = await ada.get('/api/quotes/uk/nothing/member')
  expect([status, body.code]).toEqual([404, 'package-not-found'])
})

test('the quote reports an active subscription only to its member, and ignores an unpaid one', async () => {
  const ada = await app.quickMember()
  const path = '/api/quotes/uk/my-future-pro/member'
  await startPaying(ada, 'my-future-pro')
  expect((await ada.get(path)).body.data.isSubscribed).toBe(false)
  await subscribe(app, ada)
  expect((await ada.get(path)).body.data.isSubscribed).toBe(true)
  expect((await app.visitor.get('/api/quotes/uk/my-future-pro')).body.data.isSubscribed).toBe(false)
  expect((await (await app.quickMember()).get(path)).body.data.isSubscribed).toBe(false)
  expect((await ada.get(`${address}/member`)).body.data.isSubscribed).toBe(false)
})
