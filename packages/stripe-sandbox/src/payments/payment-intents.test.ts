import { expect, test } from 'vitest'
import {
  answerBank,
  catchError,
  expectRefusal,
  getPageUrl,
  order,
  paid,
  pay,
  runSandbox,
} from '../testing/sandbox-test.ts'

const { amount, currency } = order

test('a payment is created, confirmed and added to the balance', async () => {
  const { stripe } = await runSandbox()
  const created = await stripe.paymentIntents.create({ ...order, metadata: { purchase: '7' }, description: 'WEEK' })
  expect(created).toMatchObject({
    status: 'requires_payment_method',
    payment_method_types: ['card'],
    automatic_payment_methods: null,
    amount_received: 0,
    metadata: { purchase: '7' },
  })
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{25}$`))

  const confirmed = await stripe.paymentIntents.confirm(created.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction'],
  })
  expect(confirmed).toMatchObject({
    status: 'succeeded',
    amount_received: amount,
    latest_charge: {
      amount,
      description: 'WEEK',
      metadata: { purchase: '7' },
      balance_transaction: { amount, fee: 198, net: amount - 198, source: expect.stringMatching(/^ch_/) },
    },
  })
})

test("by default the account's payment methods for the currency are offered", async () => {
  const { stripe } = await runSandbox()
  const offered = async (currency: string, more = {}) =>
    (await stripe.paymentIntents.create({ amount, currency, ...more })).payment_method_types
  expect(await offered('gbp')).toEqual(['card', 'link', 'paypal'])
  expect(await offered('aud')).toEqual(['card', 'link'])
  expect(await offered('gbp', { excluded_payment_method_types: ['paypal'] })).toEqual(['card', 'link'])
  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }
  expect(await offered('gbp', never)).toEqual(['card', 'link'])
  // Methods not enabled for the account are left out without an error.
  expect(await offered('gbp', { allowed_payment_method_types: ['card', 'klarna'] })).toEqual(['card'])
})

test('the removed parameter for payment methods is refused on create, update and confirm', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(order)
  const old = { payment_method_types: ['card'] } as object
  for (const call of [
    stripe.paymentIntents.create({ amount, currency: 'gbp', ...old }),
    stripe.paymentIntents.update(id, old),
    stripe.paymentIntents.confirm(id, old),
  ]) {
    const code = 'payment_method_types_no_longer_supported'
    await expectRefusal(call, { statusCode: 400, code, param: 'payment_method_types' })
  }
})

const refusedParameters: [parameters: object, param: string, code?: string][] = [
  [{ amount: undefined }, 'amount', 'parameter_missing'],
  [{ currency: undefined }, 'currency', 'parameter_missing'],
  [{ colour: 'red' }, 'colour', 'parameter_unknown'],
  [
    { automatic_payment_methods: { enabled: true, fast: true } },
    'automatic_payment_methods[fast]',
    'parameter_unknown',
  ],
  [{ amount: 'much' }, 'amount', 'parameter_invalid_integer'],
  [{ amount: 118.8 }, 'amount', 'parameter_invalid_integer'],
  [{ amount: '' }, 'amount', 'parameter_invalid_empty'],
  [{ amount: 29 }, 'amount', 'amount_too_small'],
  [{ amount: 49, currency: 'usd' }, 'amount', 'amount_too_small'],
  [{ amount: 0 }, 'amount', 'parameter_invalid_integer'],
  [{ amount: 100_000_000 }, 'amount', 'amount_too_large'],
  [{ currency: 'xyz' }, 'currency'],
  [{ capture_method: 'manual' }, 'capture_method'],
  [{ customer: 'cus_nobody' }, 'customer', 'resource_missing'],
  [{ payment_method: 'pm_nothing' }, 'payment_method', 'resource_missing'],
  [{ ...order, automatic_payment_methods: { enabled: true } }, 'allowed_payment_method_types', 'parameters_exclusive'],
  [{ off_session: true }, 'off_session'],
]

test('an invalid parameter is named in the error', async () => {
  const { stripe } = await runSandbox()
  for (const [change, param, code] of refusedParameters) {
    const error = await catchError(stripe.paymentIntents.create({ amount, currency, ...change }))
    expect([error.type, error.statusCode], JSON.stringify(change)).toEqual(['StripeInvalidRequestError', 400])
    expect(error).toMatchObject({ param, ...(code ? { code } : {}) })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect((await stripe.paymentIntents.create({ amount: 30, currency: 'GBP' })).currency).toBe('gbp')
})

test('an unknown payment intent is a 404', async () => {
  const { stripe } = await runSandbox()
  const message = "No such payment_intent: 'pi_unknown'"
  const refusal = { statusCode: 404, code: 'resource_missing', message }
  await expectRefusal(stripe.paymentIntents.retrieve('pi_unknown'), refusal)
})

test('a finished payment cannot be confirmed or cancelled, and the error includes the payment', async () => {
  const { stripe } = await runSandbox()
  const succeeded = await pay(stripe)
  const canceled = await stripe.paymentIntents.create(order)
  const cancellation = await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'abandoned' })
  expect(cancellation).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(cancellation.canceled_at).toBeGreaterThan(0)

  for (const { id } of [succeeded, canceled]) {
    for (const call of [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.update(id, { amount: 100 }),
    ]) {
      const code = 'payment_intent_unexpected_state'
      await expectRefusal(call, { statusCode: 400, code, payment_intent: { id } })
    }
    // Descriptive fields may still change.
    expect((await stripe.paymentIntents.update(id, { metadata: { seen: 'yes' } })).metadata).toEqual({ seen: 'yes' })
  }
  expect((await stripe.charges.list({ payment_intent: succeeded.id })).data).toHaveLength(1)
})

test('a payment without a payment method cannot be confirmed', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(order)
  const message = expect.stringContaining('missing a payment method')
  await expectRefusal(stripe.paymentIntents.confirm(id), { code: 'payment_intent_unexpected_state', message })
})

test('a return URL is required if a payment method may redirect', async () => {
  const { stripe } = await runSandbox()
  const intent = { ...paid, allowed_payment_method_types: undefined }
  expect((await catchError(stripe.paymentIntents.create(intent))).message).toContain('you must provide a `return_url`')
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } }
  expect((await stripe.paymentIntents.create({ ...intent, ...never })).status).toBe('succeeded')
})

test('an open payment accepts a new amount, payment method and metadata', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create({ ...order, metadata: { a: '1', b: '2' } })
  const ready = await stripe.paymentIntents.update(id, { payment_method: 'pm_card_visa', amount: 23880 })
  expect(ready).toMatchObject({ status: 'requires_confirmation', amount: 23880 })
  const metadata = { b: '', c: '3' }
  const described = await stripe.paymentIntents.update(id, { metadata, description: 'new' })
  expect(described).toMatchObject({ metadata: { a: '1', c: '3' }, description: 'new', status: 'requires_confirmation' })
  expect(described.metadata).not.toHaveProperty('b')
  const cleared = await stripe.paymentIntents.update(id, { metadata: null, description: '' })
  expect(cleared).toMatchObject({ metadata: {}, description: null })
  expect((await stripe.paymentIntents.confirm(id)).amount_received).toBe(23880)
})

test('changing the amount cancels a pending authentication', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'authenticationRequired', { return_url: 'https://shop.example/back' })
  const changed = await stripe.paymentIntents.update(asking.id, { amount: 50 })
  expect(changed).toMatchObject({ status: 'requires_confirmation', next_action: null })
  await answerBank(getPageUrl(asking), 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
})

test('a cancelled payment cannot be completed on a bank page that is still open', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'authenticationRequired', { use_stripe_sdk: true })
  await stripe.paymentIntents.cancel(asking.id)
  await answerBank(getPageUrl(asking), 'complete')
  expect(await stripe.paymentIntents.retrieve(asking.id)).toMatchObject({ status: 'canceled', latest_charge: null })
})

test('a new attempt invalidates the previous authentication', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(order)
  const ask = async () =>
    getPageUrl(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' }))
  const [first, second] = [await ask(), await ask()]
  await answerBank(first, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')
  await answerBank(second, 'complete')
  await answerBank(second, 'complete')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
})

test('with manual confirmation the server confirms again after authentication', async () => {
  const { stripe } = await runSandbox()
  const asking = await pay(stripe, 'threeDSecure2Required', { confirmation_method: 'manual' })
  expect(asking.next_action?.type).toBe('use_stripe_sdk')
  await answerBank(getPageUrl(asking), 'complete')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_confirmation')
  expect((await stripe.paymentIntents.confirm(asking.id)).status).toBe('succeeded')
})

test('with a slow bank a payment is processing until the bank answers', async () => {
  const { sandbox, stripe } = await runSandbox()
  sandbox.slowBank(true)
  const [good, bad] = [await pay(stripe), await pay(stripe, 'visa_chargeDeclined')]
  expect(good.status).toBe('processing')
  await expectRefusal(stripe.paymentIntents.cancel(good.id), { code: 'payment_intent_unexpected_state' })
  sandbox.slowBank(false)
  expect(sandbox.settlePayments()).toBe(2)
  expect((await stripe.paymentIntents.retrieve(good.id)).status).toBe('succeeded')
  expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
})
