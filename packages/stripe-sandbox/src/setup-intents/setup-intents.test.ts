import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  answerBank,
  asBrowser,
  catchError,
  eventTypes,
  expectRefusal,
  getPageUrl,
  pay,
  runSandbox,
} from '../testing/sandbox-test.ts'

/** Saves a card for a new customer. */
async function runWithSetup(card: string) {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const intent = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['card'],
    payment_method: `pm_card_${card}`,
    confirm: true,
    return_url: 'https://shop.example/back',
    metadata: { member: '7' },
  })
  return { stripe, customer, intent }
}

function chargeLater(stripe: Stripe, customer: string, method: unknown) {
  return pay(stripe, '', { customer, payment_method: String(method), off_session: true })
}

test('a card is saved without a payment and can pay later', async () => {
  const { stripe, customer, intent } = await runWithSetup('visa')
  expect(intent).toMatchObject({ status: 'succeeded', usage: 'off_session', customer, metadata: { member: '7' } })
  const saved = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
  expect(saved.payment_method).toMatchObject({ customer, card: { last4: '4242' } })
  expect(await eventTypes(stripe)).toEqual([
    'customer.created',
    'setup_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
  ])
  expect((await chargeLater(stripe, customer, intent.payment_method)).status).toBe('succeeded')
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1)
})

test('a card that was authenticated during set-up can pay later without authentication', async () => {
  const { stripe, customer, intent } = await runWithSetup('authenticationRequiredOnSetup')
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  const page = getPageUrl(intent)
  const question = await (await fetch(`${page}/payment`)).json()
  expect(question).toMatchObject({ payment: { amount: null } })

  const { location } = await answerBank(page, 'complete')
  const back = new URL(location ?? '')
  expect(Object.fromEntries(back.searchParams)).toEqual({
    setup_intent: intent.id,
    setup_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  const finished = await stripe.setupIntents.retrieve(intent.id)
  expect(finished).toMatchObject({ status: 'succeeded', next_action: null })
  expect((await chargeLater(stripe, customer, finished.payment_method)).status).toBe('succeeded')
})

test('a card that always needs authentication is saved; later it is declined off-session and can pay on-session', async () => {
  const { stripe, customer, intent } = await runWithSetup('authenticationRequired')
  await answerBank(getPageUrl(intent), 'complete')
  const { payment_method } = await stripe.setupIntents.retrieve(intent.id)
  const refusal = { statusCode: 402, code: 'authentication_required' }
  const error = await expectRefusal(chargeLater(stripe, customer, payment_method), refusal)

  const confirmed = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
    payment_method: String(payment_method),
    return_url: 'https://shop.example/back',
  })
  await answerBank(getPageUrl(confirmed), 'complete')
  expect((await stripe.paymentIntents.retrieve(confirmed.id)).status).toBe('succeeded')
})

test('the card for failing renewals is saved, and every later charge is declined', async () => {
  const { stripe, customer, intent } = await runWithSetup('chargeCustomerFail')
  expect(intent.status).toBe('succeeded')
  await expectRefusal(chargeLater(stripe, customer, intent.payment_method), { code: 'card_declined' })
})

test('a declined card is not saved, and a different one can be tried', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const { id } = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] })
  const bad = stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  const declined = { statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds' }
  await expectRefusal(bad, { ...declined, setup_intent: { id, status: 'requires_payment_method' } })
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    payment_method: null,
    last_setup_error: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  })
  const finished = await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(finished).toMatchObject({ status: 'succeeded', last_setup_error: null })
  const types = ['setup_intent.setup_failed', 'payment_method.attached']
  expect(await eventTypes(stripe, types)).toEqual(types)
})

test('if authentication fails, no card is saved', async () => {
  const { stripe, intent } = await runWithSetup('threeDSecure2Required')
  const page = getPageUrl(intent)
  expect((await answerBank(page, 'fail')).location).toContain('redirect_status=failed')
  const failed = await stripe.setupIntents.retrieve(intent.id)
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure', payment_method: { customer: null } },
  })
  // The bank's page is still open, but must not save the card.
  await answerBank(page, 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

test('a new attempt invalidates the previous authentication', async () => {
  const { stripe, intent } = await runWithSetup('authenticationRequired')
  const secondAttempt = await stripe.setupIntents.confirm(intent.id, {
    payment_method: 'pm_card_threeDSecure2Required',
  })
  await answerBank(getPageUrl(intent), 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('requires_action')
  await answerBank(getPageUrl(secondAttempt), 'complete')
  const finished = await stripe.setupIntents.retrieve(intent.id, { expand: ['payment_method'] })
  expect(finished).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '3220' } } })
})

test('a cancelled set-up cannot be completed on a bank page that is still open', async () => {
  const { stripe, intent } = await runWithSetup('authenticationRequired')
  const canceled = await stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null })
  await answerBank(getPageUrl(intent), 'complete')
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('canceled')
  const late = stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  await expectRefusal(late, { code: 'setup_intent_unexpected_state' })
})

test('a set-up is validated in the same way as a payment', async () => {
  const { stripe } = await runSandbox()
  const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id })
  const stolen = stripe.setupIntents.create({ customer: bob.id, payment_method: card.id })
  expect((await catchError(stolen)).message).toContain('parameter on the SetupIntent')
  const { id } = await stripe.setupIntents.create({ customer: bob.id })
  expect((await catchError(stripe.setupIntents.confirm(id))).message).toContain('missing a payment method')
  const nowhereToReturn = stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect((await catchError(nowhereToReturn)).message).toContain('you must provide a `return_url`')
  const tooEarly = stripe.setupIntents.create({ return_url: 'https://shop.example' })
  await expectRefusal(tooEarly, { param: 'return_url' })
  const paypal = stripe.setupIntents.create({ allowed_payment_method_types: ['paypal'] })
  expect((await catchError(paypal)).message).toBe('The sandbox keeps only cards for later payments.')
  const script = { payment_method: 'pm_card_visa', return_url: 'javascript:alert(1)' }
  await expectRefusal(stripe.setupIntents.confirm(id, script), { param: 'return_url' })
  const removed = stripe.setupIntents.create({ payment_method_types: ['card'] } as object)
  await expectRefusal(removed, { code: 'payment_method_types_no_longer_supported' })
})

test('a browser may confirm and read a set-up with its client secret, but sees no customer data', async () => {
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
  expect(await answerBank(getPageUrl(asking.body), 'complete')).toEqual({ location: null })
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
