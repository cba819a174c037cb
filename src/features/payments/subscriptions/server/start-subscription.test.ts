import { afterAll, expect, test } from 'vitest'
import type { MemberContext } from '#platform/server/context.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, startPaying } from '#tests/support/given/checkout.ts'
import { newSubscriber, subscribe } from '#tests/support/given/subscriptions.ts'
import { startPurchase } from '../../checkout/server/start-purchase.ts'

const app = await startApp()
afterAll(app.close)

const listSubscriptions = (member: { id: string }) =>
  app.rows('select id, status, provider_id from subscription where member_id = $1 order by created_at', member.id)

const listAtProvider = (memberId: string) => {
  type Subscription = { id: string; status: string; metadata: { subscription_id: string }; customer: string }
  const subscriptions = app.sandbox.objects('subscription', 100) as unknown as Subscription[]
  const customers = app.sandbox.objects('customer', 100) as unknown as { id: string; metadata: { member_id: string } }[]
  const memberCustomers = customers.filter(({ metadata }) => metadata.member_id === memberId).map(({ id }) => id)
  return subscriptions.filter(({ customer }) => memberCustomers.includes(customer)).toReversed()
}

test('a second subscription is refused while the first one is active, even if cancelled', async () => {
  const { member: ada, id } = await newSubscriber(app)
  const order = await makeOrder(ada, 'my-future-pro')

  const refused = await ada.post('/api/purchases', order)
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  const refusedAgain = await ada.post('/api/purchases', order)

  for (const { status, body } of [refused, refusedAgain]) {
    expect([status, body.code, body.message]).toEqual([
      409,
      'already-subscribed',
      'You already have this subscription. You’ll find it under My Packages.',
    ])
  }
  expect(listAtProvider(ada.id)).toHaveLength(1)
})

test('five parallel requests start one subscription and charge one month', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada, 'my-future-pro')

  const responses = await Promise.all(Array.from({ length: 5 }, () => ada.post('/api/purchases', order)))
  const secrets = new Set(responses.map(({ body }) => body.data.clientSecret))
  for (const secret of secrets) await app.pay(secret)
  await app.settle()

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(secrets.size).toBe(1)
  expect(listAtProvider(ada.id)).toMatchObject([{ status: 'active' }])
  expect(await listSubscriptions(ada)).toMatchObject([{ status: 'active' }])
  expect((await ada.post('/api/purchases', order)).body.code).toBe('already-subscribed')
})

test('changing the start cancels the earlier subscription at the provider and in our database', async () => {
  const ada = await app.quickMember()
  const firstPurchase = await startPaying(ada, 'my-future-pro')
  const secondPurchase = await startPaying(ada, 'my-future-pro', 'later')
  await app.pay(secondPurchase.clientSecret)
  await app.settle()

  expect(secondPurchase.id).not.toBe(firstPurchase.id)
  expect(listAtProvider(ada.id)).toMatchObject([{ status: 'incomplete_expired' }, { status: 'active' }])
  expect(await listSubscriptions(ada)).toMatchObject([{ status: 'ended' }, { status: 'active' }])
  const purchases = await app.rows('select status from purchase where member_id = $1 order by created_at', ada.id)
  expect(purchases).toEqual([{ status: 'cancelled' }, { status: 'completed' }])
})

test('if a month has just been paid for in another tab, it is kept, and no second subscription starts', async () => {
  const ada = await app.quickMember()
  const { clientSecret } = await startPaying(ada, 'my-future-pro')
  app.sandbox.disturbWebhooks({ drop: true })
  await app.pay(clientSecret)

  const { body } = await ada.post('/api/purchases', await makeOrder(ada, 'my-future-pro', 'later'))
  app.sandbox.calmWebhooks()

  expect(body.code).toBe('already-paid')
  expect(listAtProvider(ada.id)).toMatchObject([{ status: 'active' }])
  expect(await listSubscriptions(ada)).toMatchObject([{ status: 'active' }])
})

test('the return page completes the purchase without a webhook', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada, 'my-future-pro')
  app.sandbox.disturbWebhooks({ drop: true })
  const before = await ada.post(`/api/purchases/${id}/confirmation`)
  await app.pay(clientSecret)

  const after = await ada.post(`/api/purchases/${id}/confirmation`)
  app.sandbox.calmWebhooks()

  expect([before.body.data.status, after.body.data.status]).toEqual(['pending', 'completed'])
})

test('if an event arrives before the provider ids are saved, it still finds its subscription', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada, 'my-future-pro')
  await app.settle()
  await app.rows('update subscription set provider_id = null where member_id = $1', ada.id)
  await app.rows('update purchase set payment_intent_id = null where id = $1', id)

  await app.pay(clientSecret)
  await app.settle()

  expect((await ada.get(`/api/purchases/${id}`)).body.data.status).toBe('completed')
  const [{ provider_id: providerId }] = await listSubscriptions(ada)
  expect(listAtProvider(ada.id)).toMatchObject([{ id: providerId }])
})

test('a first payment expires if it is not made within 23 hours, and the member can start another', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const expired = await startPaying(ada, 'my-future-pro')
  await app.settle()

  await app.jump({ hours: 24 })

  const returningAda = await app.returning(ada)
  expect((await returningAda.get(`/api/purchases/${expired.id}`)).body.data.status).toBe('cancelled')
  expect((await returningAda.get('/api/subscriptions')).body.data).toEqual([])
  const restarted = await subscribe(app, returningAda)
  expect(restarted.purchaseId).not.toBe(expired.id)
  expect(app.mails.filter(({ subject }) => /is cancelled|has ended/.test(subject))).toEqual([])
})

test('unpaid subscriptions are cancelled after three days, even without webhooks or a record at the provider', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const eve = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  await startPaying(ada, 'my-future-pro')
  app.sandbox.injectFault({ mode: 'drop_before', method: 'POST', path: '/v1/subscriptions', count: 10 })
  expect((await eve.post('/api/purchases', await makeOrder(eve, 'my-future-pro'))).body.code).toBe(
    'provider-unavailable',
  )
  app.sandbox.clearFaults()

  await app.jump({ days: 4 })
  await app.run('reconcile-payments')

  expect(await app.rows('select status from purchase')).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
  expect(await app.rows('select status from subscription')).toEqual([{ status: 'ended' }, { status: 'ended' }])
})

/** Makes the data unknown to the provider, as if test data had been deleted or the keys were for another account. */
async function loseAtProvider({ id }: { id: string }) {
  await app.rows("update purchase set payment_intent_id = 'pi_' || id where member_id = $1", id)
  await app.rows("update subscription set provider_id = 'sub_' || id where member_id = $1", id)
}

test('a first month that the provider has lost can be cancelled and bought again', async () => {
  const [ada, eve] = [await app.quickMember(), await app.quickMember()]
  const adaPurchase = await startPaying(ada, 'my-future-pro')
  const evePurchase = await startPaying(eve, 'my-future-pro')
  for (const member of [ada, eve]) await loseAtProvider(member)

  const cancelled = await ada.post(`/api/purchases/${adaPurchase.id}/cancellation`)
  const restarted = await subscribe(app, eve)

  expect(cancelled).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
  expect(await listSubscriptions(ada)).toMatchObject([{ status: 'ended' }])
  expect(restarted.purchaseId).not.toBe(evePurchase.id)
  expect(await listSubscriptions(eve)).toMatchObject([{ status: 'ended' }, { status: 'active' }])
})

test('a first month that the provider has lost does not block deleting the account', async () => {
  const ada = await app.quickMember()
  await startPaying(ada, 'my-future-pro')
  await loseAtProvider(ada)

  const { status } = await ada.send('DELETE', '/api/account', { confirmation: 'delete' })

  expect(status).toBe(200)
  expect(await listSubscriptions(ada)).toMatchObject([{ status: 'ended' }])
})

test('a first month that the provider has lost is cancelled after three days', async () => {
  await using app = await startApp()
  await startPaying(await app.quickMember(), 'my-future-pro')
  await app.rows("update subscription set provider_id = 'sub_lost'")
  await app.rows("update purchase set payment_intent_id = 'pi_lost'")
  app.clock.advance({ days: 4 })

  await app.run('reconcile-payments')

  expect(await app.rows('select status from purchase')).toEqual([{ status: 'cancelled' }])
  expect(await app.rows('select status from subscription')).toEqual([{ status: 'ended' }])
})

test('a sandbox subscription does not block a purchase made with real money', async () => {
  const { member: ada, id } = await newSubscriber(app)
  await app.rows('update entitlement set starts_at = $1, ends_at = $2 where member_id = $3', ...longAgo(), ada.id)

  const { body } = await startWithRealMoney(ada, await makeOrder(ada, 'my-future-pro'))

  expect(body.purchase).toMatchObject({ packageId: 'my-future-pro', status: 'pending' })
  expect(await listSubscriptions(ada)).toMatchObject([{ id, status: 'ended' }, { status: 'incomplete' }])
})

test('a subscription paid with real money blocks another one in the sandbox', async () => {
  const { member: ada, id } = await newSubscriber(app)
  await app.rows("update subscription set payment_mode = 'stripe' where id = $1", id)

  const { body } = await ada.post('/api/purchases', await makeOrder(ada, 'my-future-pro'))

  expect(body.code).toBe('already-subscribed')
  expect(await listSubscriptions(ada)).toMatchObject([{ id, status: 'active' }])
})

test('a payment that can be neither made nor cancelled is refused without retrying', async () => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada, 'my-future-pro')
  app.sandbox.injectFault({ mode: 'drop_before', method: 'POST', path: '/v1/subscriptions', count: 10 })
  await ada.post('/api/purchases', order)
  app.sandbox.clearFaults()
  await app.rows("update subscription set status = 'ended', ended_at = now() where member_id = $1", ada.id)

  const responses = [await ada.post('/api/purchases', order), await ada.post('/api/purchases', order)]

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'payment-processing']))
})

/** Starts the purchase on the same site with a provider that takes real money. */
async function startWithRealMoney(member: { id: string }, order: Awaited<ReturnType<typeof makeOrder>>) {
  // The member does not log in again in that mode, so move their customer id to it.
  await app.rows("update payment_customer set payment_mode = 'stripe' where member_id = $1", member.id)
  const actor = { memberId: member.id } as MemberContext['actor']
  const context = {
    ...app.context,
    actor,
    provider: { ...app.provider, mode: 'stripe' as const },
    findUnstaffed: async () => [],
  }
  const request = { ...order, runsUntil: null, cancelsOther: false, discountCode: null, upgrade: null }
  return { body: await startPurchase(context, request, '198.51.100.1') }
}

function longAgo(): [Date, Date] {
  const day = 86_400_000
  return [new Date(app.clock.now().getTime() - 90 * day), new Date(app.clock.now().getTime() - 60 * day)]
}

test('a subscription bought again starts only when the previous package has ended', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app, { start: 'later' })
  await ada.post(`/api/subscriptions/${id}/cancellation`)
  await app.jump({ days: 32 })
  const returningAda = await app.returning(ada)
  const [previous] = await app.rows('select ends_at from entitlement')

  await subscribe(app, returningAda)

  const [, renewed] = await app.rows('select starts_at from entitlement order by starts_at')
  expect(renewed.starts_at.getTime()).toBeGreaterThanOrEqual(previous.ends_at.getTime())
})
