import { expect, test } from 'vitest'
import { expectRefusal, order, runSandbox, secretKey } from '../testing/sandbox-test.ts'

const key = { idempotencyKey: 'purchase-7:1' }

test('repeating a call with the same key creates one payment', async () => {
  const { stripe } = await runSandbox()
  const first = await stripe.paymentIntents.create(order, key)
  const repeated = await stripe.paymentIntents.create(order, key)
  expect(repeated.id).toBe(first.id)
  expect(repeated.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
    'idempotency-key': key.idempotencyKey,
  })
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a decline is replayed as the same decline', async () => {
  const { stripe } = await runSandbox()
  const declined = { ...order, payment_method: 'pm_card_visa_chargeDeclined', confirm: true }
  const first = await expectRefusal(stripe.paymentIntents.create(declined, key), { code: 'card_declined' })
  const expected = { code: 'card_declined', payment_intent: { id: first.payment_intent?.id } }
  await expectRefusal(stripe.paymentIntents.create(declined, key), expected)
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('a stored server error is replayed too', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: '500_stored' })
  for (let time = 0; time < 2; time += 1) {
    await expectRefusal(stripe.paymentIntents.create(order, key), { statusCode: 500 })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect((await stripe.paymentIntents.create(order)).status).toBe('requires_payment_method')
})

test('if a key is used again with a different path or parameters, the call is refused', async () => {
  const { stripe } = await runSandbox()
  await stripe.paymentIntents.create(order, key)
  for (const call of [
    stripe.paymentIntents.create({ ...order, amount: 999 }, key),
    stripe.customers.create({ name: 'Ada' }, key),
  ]) {
    await expectRefusal(call, { type: 'StripeIdempotencyError', statusCode: 400 })
  }
})

test('a call with invalid parameters does not use up the key', async () => {
  const { stripe } = await runSandbox()
  const mistaken = { ...order, colour: 'red' } as typeof order
  await expectRefusal(stripe.paymentIntents.create(mistaken, key), { code: 'parameter_unknown' })
  expect((await stripe.paymentIntents.create(order, key)).amount).toBe(11880)
})

test('a key is locked while its call runs, and later the response is replayed', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: 'slow_before', milliseconds: 200 })
  const create = () => stripe.paymentIntents.create(order, { ...key, maxNetworkRetries: 0 })
  const outcomes = await Promise.allSettled([create(), create()])
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  expect((await create()).lastResponse.headers).toHaveProperty('idempotent-replayed')
})

test('twenty concurrent calls with one key create one payment', async () => {
  const { stripe } = await runSandbox()
  const calls = Array.from({ length: 20 }, () => stripe.paymentIntents.create(order, { ...key, maxNetworkRetries: 3 }))
  expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a key has at most 255 characters, and GET requests ignore keys', async () => {
  const { sandbox, stripe } = await runSandbox()
  const long = { idempotencyKey: 'x'.repeat(256) }
  await expectRefusal(stripe.customers.create({}, long), { type: 'StripeIdempotencyError' })
  const headers = { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'reading' }
  const first = await fetch(`${sandbox.url}/v1/customers/cus_a`, { headers })
  const second = await fetch(`${sandbox.url}/v1/charges`, { headers })
  expect([first.status, second.status]).toEqual([404, 200])
})
