import { afterAll, expect, test } from 'vitest'
import { orderOf, payFor, startPaying } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { subscribe } from '../../../../tests/support/subscription.ts'

const app = await startApp()
afterAll(app.close)

const address = '/api/quotes/uk/my-future-basic'

test('a member who has the package is told until when, and can buy the next one in one go', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  const confirmed = await ada.post(`/api/purchases/${id}/confirmation`)

  const { body } = await ada.get(`${address}/member`)

  expect(body.data.runsUntil).toBe(confirmed.body.data.endsAt)
  const order = { ...(await orderOf(ada)), runsUntil: body.data.runsUntil }
  expect((await ada.post('/api/purchases', order)).status).toBe(200)
})

test('whoever does not have it is quoted like everybody', async () => {
  const grace = await app.quickMember()
  const own = await grace.get(`${address}/member`)
  const everybodys = await app.visitor.get(address)
  expect(own.body.data.runsUntil).toBeNull()
  expect({ ...own.body.data, startsLaterAt: '' }).toEqual({ ...everybodys.body.data, startsLaterAt: '' })
})

test('what one member has is no other member’s news', async () => {
  const ada = await app.quickMember()
  await ada.post(`/api/purchases/${await payFor(app, ada)}/confirmation`)
  const grace = await app.quickMember()
  expect((await grace.get(`${address}/member`)).body.data.runsUntil).toBeNull()
  expect((await app.visitor.get(address)).body.data.runsUntil).toBeNull()
})

test('a package that is not there is not found', async () => {
  const ada = await app.quickMember()
  const { status, body } = await ada.get('/api/quotes/uk/nothing/member')
  expect([status, body.code]).toEqual([404, 'package-not-found'])
})

test('whoever has the subscription is told before paying; one that was only begun is gone on with', async () => {
  const ada = await app.quickMember()
  const own = '/api/quotes/uk/my-future-pro/member'
  await startPaying(ada, 'my-future-pro')
  expect((await ada.get(own)).body.data.isSubscribed).toBe(false)
  await subscribe(app, ada)
  expect((await ada.get(own)).body.data.isSubscribed).toBe(true)
  expect((await app.visitor.get('/api/quotes/uk/my-future-pro')).body.data.isSubscribed).toBe(false)
  expect((await (await app.quickMember()).get(own)).body.data.isSubscribed).toBe(false)
  expect((await ada.get(`${address}/member`)).body.data.isSubscribed).toBe(false)
})
