import { expect, test } from 'vitest'
import { errorOf, runSandbox, secretKey } from '../testing/sandbox-test.ts'

const parameters = { amount: 11880, currency: 'gbp', allowed_payment_method_types: ['card' as const] }
const key = { idempotencyKey: 'purchase-7:1' }

test('the same call under the same key happens once', async () => {
  const { stripe } = await runSandbox()
  const first = await stripe.paymentIntents.create(parameters, key)
  const again = await stripe.paymentIntents.create(parameters, key)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
    'idempotency-key': key.idempotencyKey,
  })
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a decline is replayed as the same decline', async () => {
  const { stripe } = await runSandbox()
  const declined = { ...parameters, payment_method: 'pm_card_visa_chargeDeclined', confirm: true }
  const errors = [
    await errorOf(stripe.paymentIntents.create(declined, key)),
    await errorOf(stripe.paymentIntents.create(declined, key)),
  ]
  expect(errors.map(({ code, payment_intent }) => [code, payment_intent?.id])).toEqual([
    ['card_declined', errors[0]?.payment_intent?.id],
    ['card_declined', errors[0]?.payment_intent?.id],
  ])
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('a failure of the provider is replayed too', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: '500_stored' })
  for (let time = 0; time < 2; time += 1) {
    expect(await errorOf(stripe.paymentIntents.create(parameters, key))).toMatchObject({ statusCode: 500 })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect((await stripe.paymentIntents.create(parameters)).status).toBe('requires_payment_method')
})

test('other parameters or another address under the same key are refused', async () => {
  const { stripe } = await runSandbox()
  await stripe.paymentIntents.create(parameters, key)
  for (const call of [
    stripe.paymentIntents.create({ ...parameters, amount: 999 }, key),
    stripe.customers.create({ name: 'Ada' }, key),
  ]) {
    expect(await errorOf(call)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  }
})

test('a call with a mistake in its parameters does not use up the key', async () => {
  const { stripe } = await runSandbox()
  const mistaken = { ...parameters, colour: 'red' } as typeof parameters
  expect(await errorOf(stripe.paymentIntents.create(mistaken, key))).toMatchObject({ code: 'parameter_unknown' })
  expect((await stripe.paymentIntents.create(parameters, key)).amount).toBe(11880)
})

test('while a call is running its key is taken, and afterwards it is replayed', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.injectFault({ mode: 'slow_before', milliseconds: 200 })
  const [first, second] = await Promise.allSettled([
    stripe.paymentIntents.create(parameters, { ...key, maxNetworkRetries: 0 }),
    stripe.paymentIntents.create(parameters, { ...key, maxNetworkRetries: 0 }),
  ])
  const refused = [first, second].find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  expect((await stripe.paymentIntents.create(parameters, key)).lastResponse.headers).toHaveProperty(
    'idempotent-replayed',
  )
})

test('twenty calls at once under one key make one payment', async () => {
  const { stripe } = await runSandbox()
  const calls = Array.from({ length: 20 }, () =>
    stripe.paymentIntents.create(parameters, { ...key, maxNetworkRetries: 3 }),
  )
  expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a key has at most 255 characters, and reading ignores keys', async () => {
  const { sandbox, stripe } = await runSandbox()
  const long = { idempotencyKey: 'x'.repeat(256) }
  expect(await errorOf(stripe.customers.create({}, long))).toMatchObject({ type: 'StripeIdempotencyError' })
  const headers = { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'reading' }
  const first = await fetch(`${sandbox.url}/v1/customers/cus_a`, { headers })
  const second = await fetch(`${sandbox.url}/v1/charges`, { headers })
  expect([first.status, second.status]).toEqual([404, 200])
})
