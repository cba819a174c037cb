import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import {
  changeCard,
  listPaidMonths,
  makePaymentDue,
  newSubscriber,
  subscriptionRow,
} from '#tests/support/given/subscriptions.ts'

const listSubjects = (app: TestApp, pattern: RegExp) =>
  app.mails.filter(({ subject }) => pattern.test(subject)).map(({ subject }) => subject)

test('cancelling keeps the paid month and stops further charges', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)

  const cancelled = await ada.post(`/api/subscriptions/${id}/cancellation`)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.settle()

  expect(cancelled.body).toMatchObject({
    message: 'Your subscription is cancelled. You won’t be charged again.',
    data: { status: 'active', cancelsAtPeriodEnd: true, endedAt: null },
  })
  expect((await ada.get('/api/entitlements')).body.data.items).toMatchObject([
    { state: 'active', subscription: { cancelsAtPeriodEnd: true } },
  ])
  expect(listSubjects(app, /is cancelled/)).toHaveLength(1)

  await app.jump({ days: 32 })
  const returningAda = await app.returning(ada)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(await listPaidMonths(app, id)).toHaveLength(1)
  expect((await returningAda.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'expired' }])
  expect((await returningAda.get('/api/subscriptions')).body.data).toMatchObject([
    { id, status: 'ended', renewsAt: null },
  ])
  expect(listSubjects(app, /is cancelled|has ended/)).toHaveLength(1)
  for (const method of ['POST', 'DELETE'] as const) {
    const response = await returningAda.send(method, `/api/subscriptions/${id}/cancellation`)
    expect([response.status, response.body.code]).toEqual([409, 'subscription-ended'])
  }
})

test('a cancellation can be undone during the paid month', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.settle()

  const resumed = await ada.delete(`/api/subscriptions/${id}/cancellation`)
  await app.jump({ days: 32 })

  expect(resumed.body.data).toMatchObject({ cancelsAtPeriodEnd: false, status: 'active' })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
  expect(listSubjects(app, /is cancelled|will continue/)).toEqual([
    '[TEST] Your MY FUTURE X subscription is cancelled',
    '[TEST] Your MY FUTURE X subscription will continue',
  ])
})

test('cancelling during an unpaid month ends the subscription, and the month is no longer collected', async () => {
  await using app = await startApp()
  const { id, member } = await makePaymentDue(app)

  const { body } = await member.post(`/api/subscriptions/${id}/cancellation`)
  await app.jump({ days: 20 })

  expect(body.data).toMatchObject({ status: 'ended' })
  expect(listSubjects(app, /is cancelled/)).toHaveLength(1)
  expect(listSubjects(app, /has ended/)).toEqual([])
  expect(listSubjects(app, /couldn’t collect/)).toHaveLength(1)
})

test('deleting the account ends the subscription at the provider', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  const preview = await ada.get('/api/account/deletion')
  expect(JSON.stringify(preview.body.data.packages)).toContain('MY FUTURE X, monthly subscription')

  const { status } = await ada.send('DELETE', '/api/account', { confirmation: 'delete' })
  await app.jump({ days: 40 })

  expect(status).toBe(200)
  expect(app.sandbox.objects('subscription')).toMatchObject([{ status: 'canceled' }])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended', card_brand: null, card_last4: null })
  expect(await listPaidMonths(app, id)).toHaveLength(1)
})

test('cancelling while the provider is unreachable changes nothing', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  app.sandbox.injectFault({ mode: '500_before', method: 'POST', path: '/v1/subscriptions/*', count: 3 })

  const { status, body } = await ada.post(`/api/subscriptions/${id}/cancellation`)

  expect([status, body.code]).toEqual([503, 'provider-unavailable'])
  expect(await subscriptionRow(app, id)).toMatchObject({ cancels_at_period_end: false })
})

test('cancelling a subscription unknown to the provider ends our record but does not promise that charges stop', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await app.settle()
  await app.rows("update subscription set provider_id = 'sub_lost' where id = $1", id)

  const { status, body } = await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.settle()

  expect([status, body.data.status]).toEqual([200, 'ended'])
  expect(body.message).toContain('Our payment provider no longer recognises it')
  expect(body.message).not.toContain('You won’t be charged again')
  expect(listSubjects(app, /is cancelled/)).toEqual([])
  expect(listSubjects(app, /MY FUTURE X subscription has ended/)).toHaveLength(1)
  expect(await app.rows('select kind from payment_anomaly')).toEqual([{ kind: 'subscription-missing' }])
  expect((await ada.get('/api/entitlements')).body.data.items).toMatchObject([{ state: 'active' }])
  expect((await ada.get('/api/quotes/uk/my-future-pro/member')).body.data.isSubscribed).toBe(false)
})

test('a subscription cancelled while unknown to the provider is cancelled there once the provider knows it again', async () => {
  await using app = await startApp()
  const { member: ada, id, providerId } = await newSubscriber(app)
  await app.rows("update subscription set provider_id = 'sub_lost' where id = $1", id)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.rows('update subscription set provider_id = $1 where id = $2', providerId, id)

  await app.run('reconcile-subscriptions')

  expect(app.sandbox.objects('subscription')).toMatchObject([{ id: providerId, status: 'canceled' }])
})

test('cancelling a subscription unknown to the provider cannot be undone', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.rows("update subscription set provider_id = 'sub_lost' where id = $1", id)

  const { status, body } = await ada.delete(`/api/subscriptions/${id}/cancellation`)

  expect([status, body.code]).toEqual([409, 'subscription-unknown'])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active', cancels_at_period_end: true })
})

test('if a renewal was declined but we do not know yet, cancelling ends the subscription', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  await app.settle()
  app.sandbox.disturbWebhooks({ drop: true })
  await app.jump({ days: 32 })
  const returningAda = await app.returning(ada)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })

  const { body } = await returningAda.post(`/api/subscriptions/${id}/cancellation`)

  expect(body.data).toMatchObject({ status: 'ended' })
  expect(app.sandbox.objects('subscription')).toMatchObject([{ status: 'canceled' }])
})

test('if a renewal is declined while the member cancels, it is not collected', async () => {
  await using app = await startApp()
  const { member: ada, id, providerId } = await newSubscriber(app)
  await changeCard(app, ada, id, 'tok_chargeCustomerFail')
  await app.settle()
  app.sandbox.disturbWebhooks({ drop: true })
  await app.jump({ days: 32 })
  await app.provider.setCancellation(providerId, true)

  await app.run('reconcile-subscriptions')
  await app.settle()

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(listSubjects(app, /couldn’t collect/)).toEqual([])
})

test('cancelling and undoing are rate-limited after 20 requests in total', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  const path = `/api/subscriptions/${id}/cancellation`
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt += 1) {
    statuses.push((await ada.post(path)).status, (await ada.send('DELETE', path)).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})
