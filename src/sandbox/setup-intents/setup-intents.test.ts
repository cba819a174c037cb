import { expect, test } from 'vitest'
import { answerBank, asBrowser, errorOf, runSandbox } from '../testing/sandbox-test.ts'

type Stripe = Awaited<ReturnType<typeof runSandbox>>['stripe']

async function setUp(stripe: Stripe, card: string) {
  const customer = await stripe.customers.create()
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    payment_method: `pm_card_${card}`,
    confirm: true,
    return_url: 'https://shop.example/back',
    metadata: { member: '7' },
  })
  return { customer: customer.id, intent }
}

function chargeLater(stripe: Stripe, customer: string, method: unknown) {
  return stripe.paymentIntents.create({
    amount: 3480,
    currency: 'gbp',
    customer,
    payment_method: String(method),
    allowed_payment_method_types: ['card'],
    confirm: true,
    off_session: true,
  })
}

async function heard(stripe: Stripe) {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map(({ type }) => type).reverse()
}

test('a card is kept for a customer without a payment, and pays later', async () => {
  const { stripe } = await runSandbox()
  const { customer, intent } = await setUp(stripe, 'visa')
  expect(intent).toMatchObject({ status: 'succeeded', usage: 'off_session', customer, metadata: { member: '7' } })
  const kept = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
  expect(kept.payment_method).toMatchObject({ customer, card: { last4: '4242' } })
  expect(await heard(stripe)).toEqual([
    'customer.created',
    'setup_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
  ])
  expect((await chargeLater(stripe, customer, intent.payment_method)).status).toBe('succeeded')
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1)
})

test('the bank asks the cardholder first; a card set up so pays later without being asked', async () => {
  const { stripe } = await runSandbox()
  const { customer, intent } = await setUp(stripe, 'authenticationRequiredOnSetup')
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  const page = intent.next_action?.redirect_to_url?.url ?? ''
  const question = await (await fetch(`${page}/payment`)).json()
  expect(question).toMatchObject({ payment: { amount: null } })

  const { location } = await answerBank(page, 'complete')
  const back = new URL(location ?? '')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    setup_intent: intent.id,
    setup_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  const done = await stripe.setupIntents.retrieve(intent.id)
  expect(done).toMatchObject({ status: 'succeeded', next_action: null })
  expect((await chargeLater(stripe, customer, done.payment_method)).status).toBe('succeeded')
})

test('a card that always asks is kept, but declined without the cardholder, who can then pay', async () => {
  const { stripe } = await runSandbox()
  const { customer, intent } = await setUp(stripe, 'authenticationRequired')
  await answerBank(intent.next_action?.redirect_to_url?.url, 'complete')
  const { payment_method } = await stripe.setupIntents.retrieve(intent.id)
  const error = await errorOf(chargeLater(stripe, customer, payment_method))
  expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })

  const asked = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
    payment_method: String(payment_method),
    return_url: 'https://shop.example/back',
  })
  await answerBank(asked.next_action?.redirect_to_url?.url, 'complete')
  expect((await stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
})

test('the dunning card is kept, and every later charge is declined', async () => {
  const { stripe } = await runSandbox()
  const { customer, intent } = await setUp(stripe, 'chargeCustomerFail')
  expect(intent.status).toBe('succeeded')
  expect(await errorOf(chargeLater(stripe, customer, intent.payment_method))).toMatchObject({ code: 'card_declined' })
})

test('a bad card is not kept, and another one can be tried', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const { id } = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] })
  const bad = stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  const error = await errorOf(bad)
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' })
  expect(error.setup_intent).toMatchObject({ id, status: 'requires_payment_method' })
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    payment_method: null,
    last_setup_error: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  })
  const done = await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(done).toMatchObject({ status: 'succeeded', last_setup_error: null })
  const told = await stripe.events.list({ types: ['setup_intent.setup_failed', 'payment_method.attached'] })
  expect(told.data.map(({ type }) => type)).toEqual(['payment_method.attached', 'setup_intent.setup_failed'])
})

test('who does not agree at the bank keeps nothing', async () => {
  const { stripe } = await runSandbox()
  const { intent } = await setUp(stripe, 'threeDSecure2Required')
  const page = intent.next_action?.redirect_to_url?.url
  expect((await answerBank(page, 'fail')).location).toContain('redirect_status=failed')
  const failed = await stripe.setupIntents.retrieve(intent.id)
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure', payment_method: { customer: null } },
  })
  // The page that is still open does not keep the card after all.
  await answerBank(page, 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

test('a new attempt replaces the question that the bank asked before', async () => {
  const { stripe } = await runSandbox()
  const { intent } = await setUp(stripe, 'authenticationRequired')
  const again = await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_threeDSecure2Required' })
  const page = again.next_action?.use_stripe_sdk as { stripe_js: string }
  await answerBank(intent.next_action?.redirect_to_url?.url, 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_action')
  await answerBank(page.stripe_js, 'complete')
  const done = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
  expect(done).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '3220' } } })
})

test('a cancelled set-up is over, also for a bank page that is still open', async () => {
  const { stripe } = await runSandbox()
  const { intent } = await setUp(stripe, 'authenticationRequired')
  const canceled = await stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null })
  await answerBank(intent.next_action?.redirect_to_url?.url, 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('canceled')
  const late = stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(await errorOf(late)).toMatchObject({ code: 'setup_intent_unexpected_state' })
})

test('a set-up asks for what a payment asks for', async () => {
  const { stripe } = await runSandbox()
  const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id })
  const stolen = stripe.setupIntents.create({ customer: bob.id, payment_method: card.id })
  expect((await errorOf(stolen)).message).toContain('parameter on the SetupIntent')
  const { id } = await stripe.setupIntents.create({ customer: bob.id })
  expect((await errorOf(stripe.setupIntents.confirm(id))).message).toContain('missing a payment method')
  const nowhereToReturn = stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect((await errorOf(nowhereToReturn)).message).toContain('you must provide a `return_url`')
  const tooEarly = stripe.setupIntents.create({ return_url: 'https://shop.example' })
  expect(await errorOf(tooEarly)).toMatchObject({ param: 'return_url' })
  const paypal = stripe.setupIntents.create({ allowed_payment_method_types: ['paypal'] })
  expect((await errorOf(paypal)).message).toBe('The sandbox keeps only cards for later payments.')
  const script = { payment_method: 'pm_card_visa', return_url: 'javascript:alert(1)' }
  expect(await errorOf(stripe.setupIntents.confirm(id, script))).toMatchObject({ param: 'return_url' })
  const removed = { payment_method_types: ['card'] } as object
  expect(await errorOf(stripe.setupIntents.create(removed))).toMatchObject({
    code: 'payment_method_types_no_longer_supported',
  })
})

test('a browser confirms and reads the set-up whose secret it holds, and sees nothing of the customer', async () => {
  const { sandbox, stripe } = await runSandbox()
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const intent = await stripe.setupIntents.create({ customer: customer.id, metadata: { secret: 'plan' } })
  const client_secret = intent.client_secret ?? ''
  const path = `/v1/setup_intents/${intent.id}`
  const asking = await asBrowser(sandbox, 'POST', `${path}/confirm`, {
    client_secret,
    payment_method: 'pm_card_authenticationRequired',
    use_stripe_sdk: 'true',
  })
  expect(asking.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  expect(await answerBank(asking.body.next_action.use_stripe_sdk.stripe_js, 'complete')).toEqual({ location: null })
  const read = await asBrowser(sandbox, 'GET', path, { client_secret })
  expect(read.body.status).toBe('succeeded')
  for (const { body } of [asking, read]) {
    expect(JSON.stringify(body)).not.toMatch(/ada@example|plan|metadata|cus_|fingerprint/)
  }
  const wrong = await asBrowser(sandbox, 'GET', path, { client_secret: 'seti_x_secret_y' })
  expect([wrong.status, wrong.body.error.code]).toEqual([403, 'setup_intent_invalid_parameter'])
  const cancel = await asBrowser(sandbox, 'POST', `${path}/cancel`, { client_secret })
  expect([cancel.status, cancel.body.error.code]).toEqual([403, 'secret_key_required'])
})
