import { expect, test } from 'vitest'
import { runProduct, runSandbox, webhookSecret } from '../testing/sandbox-test.ts'

const paid = {
  amount: 11880,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}

async function runBoth(retryDelays: number[] = [1, 1, 1]) {
  const product = await runProduct()
  const running = await runSandbox({ webhook: { url: product.url, secret: webhookSecret, retryDelays } })
  return { ...running, product }
}

test('every event arrives once, signed, with the object as it was', async () => {
  const { sandbox, stripe, product } = await runBoth()
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

test('a refused and an authenticated payment announce themselves in their order', async () => {
  const { sandbox, stripe } = await runSandbox()
  await stripe.paymentIntents.create({ ...paid, payment_method: 'pm_card_chargeDeclined' }).catch(() => undefined)
  const asking = { ...paid, payment_method: 'pm_card_authenticationRequired', return_url: 'https://shop.example' }
  const { id } = await stripe.paymentIntents.create(asking)
  await stripe.paymentIntents.cancel(id)
  sandbox.slowBank(true)
  await stripe.paymentIntents.create(paid)
  const { data } = await stripe.events.list({ limit: 100 })
  expect(data.map(({ type }) => type).reverse()).toEqual([
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

test('an event is tried again until the product confirms it, and then counts as delivered', async () => {
  const { sandbox, stripe, product } = await runBoth([1, 1, 1, 1])
  product.answerWith(503)
  sandbox.disturbWebhooks({ types: ['customer.updated'], hold: true })
  const { id } = await stripe.customers.create({ name: 'Ada' })
  await product.arrivals(3)
  product.answerWith(200)
  await sandbox.idle()
  expect(new Set(product.received.map((event) => event.id)).size).toBe(1)
  expect(product.received.length).toBeGreaterThanOrEqual(4)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'delivered', lastAnswer: '200' }])

  await stripe.customers.update(id, { name: 'Countess' })
  const undelivered = await stripe.events.list({ delivery_success: false })
  expect(undelivered.data.map(({ type, pending_webhooks }) => [type, pending_webhooks])).toEqual([
    ['customer.updated', 1],
  ])
  expect((await stripe.events.list({ delivery_success: true })).data.map(({ type }) => type)).toEqual([
    'customer.created',
  ])
})

test('after the last attempt the sandbox gives up, and the event stays undelivered', async () => {
  const { sandbox, stripe, product } = await runBoth([1, 1])
  product.answerWith(500)
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toHaveLength(3)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'abandoned', attempts: 3, lastAnswer: '500' }])
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
})

test('a redirect is not a confirmation', async () => {
  const { sandbox, stripe, product } = await runBoth([])
  product.answerWith(302)
  await stripe.customers.create({})
  await sandbox.idle()
  expect(sandbox.deliveries()).toMatchObject([{ state: 'abandoned', lastAnswer: '302' }])
})

test('duplicates arrive at the same time', async () => {
  const { sandbox, stripe, product } = await runBoth()
  sandbox.disturbWebhooks({ types: ['payment_intent.succeeded'], duplicates: 4 })
  await stripe.paymentIntents.create(paid)
  await sandbox.idle()
  expect(product.received.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(5)
  expect(product.received.filter(({ type }) => type === 'charge.succeeded')).toHaveLength(1)
})

test('held events come when they are released, in the order asked for', async () => {
  const { sandbox, stripe, product } = await runBoth()
  sandbox.disturbWebhooks({ hold: true })
  await stripe.paymentIntents.create(paid)
  await sandbox.idle()
  expect(product.received).toEqual([])

  const [created, charge, succeeded] = sandbox.deliveries().map(({ event }) => event)
  await sandbox.releaseWebhooks([charge ?? ''])
  await sandbox.releaseWebhooks('newest-first')
  expect(product.received.map(({ id }) => id)).toEqual([charge, succeeded, created])
})

test('a dropped event is never sent, but can be delivered by hand', async () => {
  const { sandbox, stripe, product } = await runBoth()
  sandbox.disturbWebhooks({ types: ['customer.created'], drop: true })
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toEqual([])
  const { data } = await stripe.events.list({ delivery_success: false })
  expect(await sandbox.redeliverEvent(data[0]?.id ?? '')).toEqual({ isConfirmed: true, text: '200' })
  expect(product.received).toHaveLength(1)
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([])
})

test('a delayed event comes later than one that was made after it', async () => {
  const { sandbox, stripe, product } = await runBoth()
  sandbox.disturbWebhooks({ types: ['payment_intent.created'], delayMilliseconds: 150 })
  await stripe.paymentIntents.create(paid)
  await sandbox.idle()
  expect(product.received.at(-1)?.type).toBe('payment_intent.created')
})

test('after calm, events go their normal way', async () => {
  const { sandbox, stripe, product } = await runBoth()
  sandbox.disturbWebhooks({ drop: true })
  sandbox.calmWebhooks()
  await stripe.customers.create({})
  await sandbox.idle()
  expect(product.received).toHaveLength(1)
})

test('a hundred events arrive, though only some are sent at once', async () => {
  const { sandbox, stripe, product } = await runBoth()
  await Promise.all(Array.from({ length: 100 }, () => stripe.customers.create({})))
  await sandbox.idle()
  expect(new Set(product.received.map(({ id }) => id)).size).toBe(100)
})
