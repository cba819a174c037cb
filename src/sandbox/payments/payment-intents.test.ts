import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'

const amount = 11880
const cardOnly = { amount, currency: 'gbp', allowed_payment_method_types: ['card' as const] }

test('a payment goes from creation through confirmation to money on the balance', async () => {
  const { stripe } = await runSandbox()
  const created = await stripe.paymentIntents.create({ ...cardOnly, metadata: { purchase: '7' }, description: 'WEEK' })
  expect(created).toMatchObject({
    status: 'requires_payment_method',
    payment_method_types: ['card'],
    automatic_payment_methods: null,
    amount_received: 0,
    metadata: { purchase: '7' },
  })
  expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w{25}$`))

  const paid = await stripe.paymentIntents.confirm(created.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction'],
  })
  expect(paid).toMatchObject({
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

test('without a choice the account’s methods are offered, by currency', async () => {
  const { stripe } = await runSandbox()
  const offered = async (currency: string, more = {}) =>
    (await stripe.paymentIntents.create({ amount, currency, ...more })).payment_method_types
  expect(await offered('gbp')).toEqual(['card', 'link', 'paypal'])
  expect(await offered('aud')).toEqual(['card', 'link'])
  expect(await offered('gbp', { excluded_payment_method_types: ['paypal'] })).toEqual(['card', 'link'])
  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }
  expect(await offered('gbp', never)).toEqual(['card', 'link'])
  // What the account has not switched on is left out in silence.
  expect(await offered('gbp', { allowed_payment_method_types: ['card', 'klarna'] })).toEqual(['card'])
})

test('the old parameter for payment methods is refused, on create, update and confirm', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(cardOnly)
  const old = { payment_method_types: ['card'] } as object
  for (const call of [
    stripe.paymentIntents.create({ amount, currency: 'gbp', ...old }),
    stripe.paymentIntents.update(id, old),
    stripe.paymentIntents.confirm(id, old),
  ]) {
    expect(await errorOf(call)).toMatchObject({
      statusCode: 400,
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
    })
  }
})

test('wrong parameters are named', async () => {
  const { stripe } = await runSandbox()
  const wrong: [object, object][] = [
    [{ currency: 'gbp' }, { code: 'parameter_missing', param: 'amount' }],
    [{ amount }, { code: 'parameter_missing', param: 'currency' }],
    [
      { amount, currency: 'gbp', colour: 'red' },
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      { amount, currency: 'gbp', automatic_payment_methods: { enabled: true, fast: true } },
      { code: 'parameter_unknown', param: 'automatic_payment_methods[fast]' },
    ],
    [
      { amount: 'much', currency: 'gbp' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      { amount: 118.8, currency: 'gbp' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      { amount: '', currency: 'gbp' },
      { code: 'parameter_invalid_empty', param: 'amount' },
    ],
    [
      { amount: 29, currency: 'gbp' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      { amount: 49, currency: 'usd' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      { amount: 0, currency: 'gbp' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [
      { amount: 100_000_000, currency: 'gbp' },
      { code: 'amount_too_large', param: 'amount' },
    ],
    [{ amount, currency: 'xyz' }, { param: 'currency' }],
    [{ amount, currency: 'gbp', capture_method: 'manual' }, { param: 'capture_method' }],
    [
      { amount, currency: 'gbp', customer: 'cus_nobody' },
      { code: 'resource_missing', param: 'customer' },
    ],
    [
      { amount, currency: 'gbp', payment_method: 'pm_nothing' },
      { code: 'resource_missing', param: 'payment_method' },
    ],
    [{ ...cardOnly, automatic_payment_methods: { enabled: true } }, { code: 'parameters_exclusive' }],
    [{ amount, currency: 'gbp', off_session: true }, { param: 'off_session' }],
  ]
  for (const [parameters, error] of wrong) {
    const given = parameters as { amount: number; currency: string }
    expect(await errorOf(stripe.paymentIntents.create(given)), JSON.stringify(parameters)).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect((await stripe.paymentIntents.create({ amount: 30, currency: 'GBP' })).currency).toBe('gbp')
})

test('an unknown payment intent is a 404', async () => {
  const { stripe } = await runSandbox()
  expect(await errorOf(stripe.paymentIntents.retrieve('pi_unknown'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_unknown'",
  })
})

test('what is over cannot be confirmed or cancelled, and the error carries the payment', async () => {
  const { stripe } = await runSandbox()
  const paid = await stripe.paymentIntents.create({ ...cardOnly, payment_method: 'pm_card_visa', confirm: true })
  const canceled = await stripe.paymentIntents.create(cardOnly)
  const cancellation = await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'abandoned' })
  expect(cancellation).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  expect(cancellation.canceled_at).toBeGreaterThan(0)

  for (const { id } of [paid, canceled]) {
    for (const call of [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.update(id, { amount: 100 }),
    ]) {
      const error = await errorOf(call)
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
      expect(error.payment_intent?.id).toBe(id)
    }
    // What only describes the payment may still change.
    expect((await stripe.paymentIntents.update(id, { metadata: { seen: 'yes' } })).metadata).toEqual({ seen: 'yes' })
  }
  expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(1)
})

test('a payment without a payment method cannot be confirmed', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create(cardOnly)
  const error = await errorOf(stripe.paymentIntents.confirm(id))
  expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(error.message).toContain('missing a payment method')
})

test('a server must say where to return to when some method may lead away', async () => {
  const { stripe } = await runSandbox()
  const intent = { amount, currency: 'gbp', payment_method: 'pm_card_visa', confirm: true }
  expect((await errorOf(stripe.paymentIntents.create(intent))).message).toContain('you must provide a `return_url`')
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const } }
  expect((await stripe.paymentIntents.create({ ...intent, ...never })).status).toBe('succeeded')
})

test('an open payment takes a new amount, method and metadata', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create({ ...cardOnly, metadata: { a: '1', b: '2' } })
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
