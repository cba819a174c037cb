import { expect, test } from 'vitest'
import { eventTypes, paid, pay, runSandbox, runWithProduct } from '../testing/sandbox-test.ts'

test('every event is delivered once, signed, with the object as it was', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  const intent = await stripe.paymentIntents.create(paid, { idempotencyKey: 'purchase-7' })
  await sandbox.idle()
  expect(product.received.map(({ type }) => type).sort()).toEqual([
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
  ])
  const succeeded = product.received.find(({ type }) => type === 'payment_intent.succeeded')
  expect(succeeded).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { id: intent.lastResponse.requestId, idempotency_key: 'purchase-7' },
    data: { object: { id: intent.id, status: 'succeeded', amount: 11880 } },
  })
  const created = product.received.find(({ type }) => type === 'payment_intent.created')
  expect(created?.data.object).toMatchObject({ id: intent.id, status: 'requires_confirmation' })
})

test('declined and authenticated payments emit events in order', async () => {
  const { sandbox, stripe } = await runSandbox()
  await pay(stripe, 'chargeDeclined').catch(() => undefined)
  const { id } = await pay(stripe, 'authenticationRequired', { return_url: 'https://shop.example' })
  await stripe.paymentIntents.cancel(id)
  sandbox.slowBank(true)
  await pay(stripe)
  expect(await eventTypes(stripe)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.created',
    'payment_intent.requires_action',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.processing',
  ])
})

test('an event is retried until it is confirmed, then counts as delivered', async () => {
  const { sandbox, stripe, product } = await runWithProduct([1, 1, 1, 1])
  product.answerWith(503, 503, 503, 200)
  sandbox.disturbWebhooks({ types: ['customer.updated'], hold: true })
  const { id } = await stripe.customers.create({ name: 'Ada' })
  await sandbox.idle()
  expect(new Set(product.received.map((event) => event.id)).size).toBe(1)
  expect(product.received).toHaveLength(4)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'delivered', lastAnswer: '200' }])

  await stripe.customers.update(id, { name: 'Countess' })
  const undelivered = await stripe.events.list({ delivery_success: false })
  expect(undelivered.data).toMatchObject([{ type: 'customer.updated', pending_webhooks: 1 }])
  const delivered = await stripe.events.list({ delivery_success: true })
  expect(delivered.data).toMatchObject([{ type: 'customer.created' }])
})

test('after the last attempt delivery is abandoned and the event stays undelivered', async () => {
  const { sandbox, stripe, product } = await runWithProduct([1, 1])
  product.answerWith(500)
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toHaveLength(3)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'abandoned', attempts: 3, lastAnswer: '500' }])
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
})

test('a redirect does not count as confirmation', async () => {
  const { sandbox, stripe, product } = await runWithProduct([])
  product.answerWith(302)
  await stripe.customers.create({})
  await sandbox.idle()
  expect(sandbox.deliveries()).toMatchObject([{ state: 'abandoned', lastAnswer: '302' }])
})

test('an event arrives as often as its duplicates are configured', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  sandbox.disturbWebhooks({ types: ['payment_intent.succeeded'], duplicates: 4 })
  await pay(stripe)
  await sandbox.idle()
  expect(product.received.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(5)
  expect(product.received.filter(({ type }) => type === 'charge.succeeded')).toHaveLength(1)
})

test('held events are delivered on release, in the requested order', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  sandbox.disturbWebhooks({ hold: true })
  await pay(stripe)
  await sandbox.idle()
  expect(product.received).toEqual([])

  const [created, charge, succeeded] = sandbox.deliveries().map(({ event }) => event)
  await sandbox.releaseWebhooks([charge ?? ''])
  await sandbox.releaseWebhooks('newest-first')
  expect(product.received.map(({ id }) => id)).toEqual([charge, succeeded, created])
})

test('a dropped event is never sent but can be redelivered manually', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  sandbox.disturbWebhooks({ types: ['customer.created'], drop: true })
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toEqual([])
  const { data } = await stripe.events.list({ delivery_success: false })
  expect(await sandbox.redeliverEvent(data[0]?.id ?? '')).toEqual({ isConfirmed: true, text: '200' })
  expect(product.received).toHaveLength(1)
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('a delayed event arrives after later ones', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  sandbox.disturbWebhooks({ types: ['payment_intent.created'], delayMilliseconds: 150 })
  await pay(stripe)
  await sandbox.idle()
  expect(product.received.at(-1)?.type).toBe('payment_intent.created')
})

test('events are delivered normally once disturbances are cleared', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  sandbox.disturbWebhooks({ drop: true })
  sandbox.calmWebhooks()
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toHaveLength(1)
})

test('a hundred concurrent events are all delivered', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  await Promise.all(Array.from({ length: 100 }, () => stripe.customers.create({})))
  await sandbox.idle()
  expect(new Set(product.received.map(({ id }) => id)).size).toBe(100)
})
