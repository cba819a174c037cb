import { expect, test } from 'vitest'
import { answerBank, asBrowser, expectRefusal, getPageUrl, order, runSandbox } from '../testing/sandbox-test.ts'

const returnUrl = 'https://shop.example/confirmation?order=7'
const cardOrPaypal = { allowed_payment_method_types: ['card' as const, 'paypal' as const] }
const purchase = { ...order, ...cardOrPaypal, description: 'MY FUTURE WEEK' }

async function startPayment(more: object = {}) {
  const { sandbox, stripe } = await runSandbox()
  const intent = await stripe.paymentIntents.create({ ...purchase, ...more })
  const confirm = (fields: Record<string, string>) =>
    asBrowser(sandbox, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...fields,
    })
  return { sandbox, stripe, intent, confirm }
}

const byPaypal = { 'payment_method_data[type]': 'paypal', return_url: returnUrl }

function returnParameters(location: string | null) {
  return Object.fromEntries(new URL(location ?? '').searchParams)
}

test('approving a payment at PayPal completes it and returns the customer to the shop', async () => {
  const { sandbox, stripe, intent, confirm } = await startPayment()
  expect(intent.payment_method_types).toEqual(['card', 'paypal'])
  const email = { 'payment_method_data[billing_details][email]': 'ada@example.com' }
  const { status, body } = await confirm({ ...byPaypal, ...email })
  expect([status, body.status, body.next_action.type]).toEqual([200, 'requires_action', 'redirect_to_url'])
  expect(body.next_action.redirect_to_url.return_url).toBe(returnUrl)

  const page = getPageUrl(body)
  expect(page).toMatch(new RegExp(`^${sandbox.url}/paypal/${intent.id}/[0-9a-f]{48}$`))
  const question = await (await fetch(`${page}/payment`)).json()
  expect(question).toEqual({ payment: { amount: 11880, currency: 'gbp', description: 'MY FUTURE WEEK' } })

  const { location } = await answerBank(page, 'complete')
  expect(location?.startsWith('https://shop.example/confirmation?')).toBe(true)
  expect(returnParameters(location)).toEqual({
    order: '7',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
  const payment_method_details = { type: 'paypal', paypal: { payer_email: 'ada@example.com' } }
  const expand = ['latest_charge', 'payment_method']
  expect(await stripe.paymentIntents.retrieve(intent.id, { expand })).toMatchObject({
    status: 'succeeded',
    amount_received: 11880,
    payment_method: { type: 'paypal' },
    latest_charge: { amount: 11880, payment_method_details },
  })
  expect(await answerBank(page, 'complete')).toEqual({ location: null })
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('cancelling at PayPal returns to the shop without paying, and a different method can then pay', async () => {
  const { stripe, intent, confirm } = await startPayment()
  const { body } = await confirm(byPaypal)
  const { location } = await answerBank(getPageUrl(body), 'cancel')
  expect(returnParameters(location)).toMatchObject({ payment_intent: intent.id, redirect_status: 'failed' })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: { code: 'payment_method_customer_decline', payment_method: { type: 'paypal' } },
  })
  expect((await confirm({ payment_method: 'pm_card_visa' })).body.status).toBe('succeeded')
})

test('a PayPal payment method that was created beforehand works the same way', async () => {
  const { sandbox, confirm } = await startPayment()
  const created = await asBrowser(sandbox, 'POST', '/v1/payment_methods', { type: 'paypal' })
  expect(created.body).toMatchObject({ type: 'paypal', paypal: { country: 'GB' } })
  const { body } = await confirm({ payment_method: created.body.id, return_url: returnUrl })
  expect(body.status).toBe('requires_action')
})

test('with a slow bank, an approved PayPal payment is processing until the bank decides', async () => {
  const { sandbox, stripe, intent, confirm } = await startPayment()
  const { body } = await confirm(byPaypal)
  sandbox.slowBank(true)
  await answerBank(getPageUrl(body), 'complete')
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
  sandbox.settlePayments()
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

test('PayPal is refused off-session and where it is not allowed', async () => {
  const futureUse = await startPayment({ setup_future_usage: 'off_session' })
  const refusal = await futureUse.confirm(byPaypal)
  expect(refusal).toMatchObject({ status: 400, body: { error: { param: 'setup_future_usage' } } })
  expect((await futureUse.stripe.paymentIntents.retrieve(futureUse.intent.id)).status).toBe('requires_payment_method')
  const offSession = { ...purchase, confirm: true, off_session: true, payment_method_data: { type: 'paypal' as const } }
  await expectRefusal(futureUse.stripe.paymentIntents.create(offSession), { statusCode: 400 })

  const cardOnly = await startPayment({ allowed_payment_method_types: ['card'] })
  const { body } = await cardOnly.confirm(byPaypal)
  expect(body.error.code).toBe('payment_intent_incompatible_payment_method')
})

test('PayPal requires an http or https return URL', async () => {
  const { stripe, intent, confirm } = await startPayment()
  const nowhere = await confirm({ 'payment_method_data[type]': 'paypal' })
  expect(nowhere).toMatchObject({ status: 400, body: { error: { param: 'return_url' } } })
  const script = await confirm({ ...byPaypal, return_url: 'javascript:alert(1)' })
  expect(script).toMatchObject({ status: 400, body: { error: { param: 'return_url' } } })
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

test('the PayPal page cannot be framed', async () => {
  const { confirm } = await startPayment()
  const page = await fetch(getPageUrl((await confirm(byPaypal)).body))
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await page.text()).toContain('PayPal (sandbox)')
})
