import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import {
  makeOrder,
  paymentsAtProvider,
  postToProvider,
  readPurchaseStatus,
  startPaying,
} from '#tests/support/given/checkout.ts'
import { download } from '#tests/support/given/documents.ts'
import { newSubscriber, subscriptionRow } from '#tests/support/given/subscriptions.ts'
import { reportAnomaly } from './report-anomaly.ts'

const app = await startApp()
afterAll(app.close)

const report = (subject: string) =>
  reportAnomaly(app.context.db, app.context, { kind: 'payment-unknown', subject, detail: { amountReceived: 100 } })

test('an administrator closes an anomaly once, with a reason, and downloads the closed anomalies', async () => {
  const administrator = await app.quickMember('administrator')
  await report('pi_one')
  app.clock.advance({ minutes: 1 })
  await report('pi_two')
  const [{ id, subject, sentence }] = (await administrator.get('/api/admin/payment-anomalies')).body.data.items
  expect([subject, sentence.split('.')[0]]).toEqual([
    'pi_two',
    'The payment provider took money for a purchase we have no record of',
  ])
  const closingPath = `/api/admin/payment-anomalies/${id}/resolution`
  expect((await administrator.post(closingPath, { reason: ' ' })).status).toBe(400)
  const closed = await administrator.post(closingPath, { reason: 'Refunded at the provider' })
  const repeated = await administrator.post(closingPath, { reason: 'Once more' })

  expect(closed.body.data.resolution).toMatchObject({ reason: 'Refunded at the provider', by: 'Ada Lovelace' })
  expect([repeated.status, repeated.body.code]).toEqual([409, 'anomaly-resolved'])
  const open = (await administrator.get('/api/admin/payment-anomalies')).body.data.items
  const resolved = (await administrator.get('/api/admin/payment-anomalies?state=resolved')).body.data.items
  expect([open.length, resolved.length, resolved[0].id]).toEqual([1, 1, id])
  expect(await app.rows('select actor_id, action, reason, after from audit_entry where object_id = $1', id)).toEqual([
    {
      actor_id: administrator.id,
      action: 'anomaly.resolved',
      reason: 'Refunded at the provider',
      after: { kind: 'payment-unknown', subject: 'pi_two' },
    },
  ])
  const file = await download(app, administrator, '/api/admin/payment-anomalies.csv?state=resolved')
  expect(new TextDecoder().decode(file.bytes)).toContain('"pi_two"')
})

test('an anomaly and its email are saved together or not at all', async () => {
  await app.rows('alter table email rename to email_away')
  await expect(report('pi_alone')).rejects.toThrow()
  await app.rows('alter table email_away rename to email')
  expect(await app.rows("select 1 from payment_anomaly where subject = 'pi_alone'")).toEqual([])

  await report('pi_alone')
  await report('pi_alone')
  await app.settle()

  expect(app.mails.filter(({ subject }) => subject.endsWith('pi_alone'))).toHaveLength(1)
  await closeCases()
})

/** Closes every open anomaly as an administrator. */
async function closeCases() {
  const administrator = await app.quickMember('administrator')
  const { items } = (await administrator.get('/api/admin/payment-anomalies')).body.data
  const responses = []
  for (const { id } of items)
    responses.push(
      await administrator.post(`/api/admin/payment-anomalies/${id}/resolution`, { reason: 'Looked at it' }),
    )
  return responses.map(({ status, body }) => [status, body.code])
}

test('an unpaid payment whose amount changed at the provider can be cancelled and started again', async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const [adaPurchase, evePurchase] = [await startPaying(ada), await startPaying(eve)]
  for (const { paymentIntentId } of [adaPurchase, evePurchase])
    await postToProvider(app, `payment_intents/${paymentIntentId}`, { amount: '5000' })

  const cancelled = await ada.post(`/api/purchases/${adaPurchase.id}/cancellation`)
  const restarted = await startPaying(eve)

  expect(cancelled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
  expect(paymentsAtProvider(app, adaPurchase.id)).toMatchObject([{ status: 'canceled' }])
  expect([restarted.id === evePurchase.id, await readPurchaseStatus(app, evePurchase.id)]).toEqual([false, 'cancelled'])
  expect(paymentsAtProvider(app, evePurchase.id)).toMatchObject([{ status: 'canceled' }])
  await closeCases()
})

test('a payment with the wrong amount blocks the member from buying until the anomaly is closed', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  await postToProvider(app, `payment_intents/${paymentIntentId}`, { amount: '5000' })
  await app.pay(clientSecret)
  await app.settle()
  const order = await makeOrder(ada)
  expect((await ada.post('/api/purchases', order)).body.code).toBe('payment-processing')
  expect((await ada.post(`/api/purchases/${id}/cancellation`)).body.code).toBe('payment-processing')

  expect(await closeCases()).toEqual([[200, undefined]])

  expect(await readPurchaseStatus(app, id)).toBe('cancelled')
  expect((await ada.post('/api/purchases', order)).status).toBe(200)
  expect((await ada.get('/api/entitlements')).body.data.items).toEqual([])
})

test('closing the anomaly for a subscription unknown to the provider ends it, so the member can buy again', async () => {
  const { member: ada, id } = await newSubscriber(app)
  await app.rows("update subscription set provider_id = 'sub_lost' where id = $1", id)
  await app.run('reconcile-subscriptions')
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })

  expect(await closeCases()).toEqual([[200, undefined]])
  await app.settle()

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect((await ada.get('/api/quotes/uk/my-future-pro/member')).body.data.isSubscribed).toBe(false)
  const emails = app.mails.filter(({ to }) => to === ada.person.email)
  expect(emails.filter(({ subject }) => subject.endsWith('MY FUTURE X subscription has ended'))).toHaveLength(1)
})

test('closing the anomaly for a subscription found again at the provider leaves the subscription active', async () => {
  const { id, providerId } = await newSubscriber(app)
  await app.rows("update subscription set provider_id = 'sub_away' where id = $1", id)
  await app.run('reconcile-subscriptions')
  await app.rows('update subscription set provider_id = $1 where id = $2', providerId, id)

  expect(await closeCases()).toEqual([[200, undefined]])

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })
})

test('an anomaly that needs the provider stays open while the provider is unreachable', async () => {
  const { id } = await newSubscriber(app)
  await app.rows("update subscription set provider_id = 'sub_unheard' where id = $1", id)
  await app.run('reconcile-subscriptions')
  app.sandbox.injectFault({ mode: 'truncate', path: '/v1/subscriptions*', count: 6 })

  expect(await closeCases()).toEqual([[503, 'provider-unavailable']])

  app.sandbox.clearFaults()
  expect(await closeCases()).toEqual([[200, undefined]])
})
