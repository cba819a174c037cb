import { expect, test } from 'vitest'
import {
  asBrowser,
  catchError,
  getPageUrl,
  order,
  pay,
  publishableKey,
  runSandbox,
  sdkFor,
  secretKey,
} from '../testing/sandbox-test.ts'

/** A payment with data that a browser must not see. */
async function runWithSecrets() {
  const { sandbox, stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const intent = await stripe.paymentIntents.create({ ...order, customer, metadata: { secret: 'plan' } })
  const client_secret = intent.client_secret ?? ''
  return { sandbox, path: `/v1/payment_intents/${intent.id}`, client_secret }
}

test('a wrong key is refused, and the error does not repeat the key', async () => {
  const { sandbox } = await runSandbox()
  const error = await catchError(sdkFor(sandbox, 'sk_live_somebody_elses_key').customers.create())
  expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  expect(error.message).not.toContain('somebody')
  expect((await fetch(`${sandbox.url}/v1/customers`, { method: 'POST' })).status).toBe(401)
})

test('a browser may create payment methods, and confirm or read a payment by its secret', async () => {
  const { sandbox, path, client_secret } = await runWithSecrets()
  const method = await asBrowser(sandbox, 'POST', '/v1/payment_methods', {
    type: 'card',
    'card[token]': 'tok_visa',
    'billing_details[name]': 'Ada',
  })
  expect(method).toMatchObject({ status: 200, body: { card: { last4: '4242' }, billing_details: { name: 'Ada' } } })
  const read = await asBrowser(sandbox, 'GET', path, { client_secret })
  const confirmation = { client_secret, payment_method: method.body.id }
  const confirmed = await asBrowser(sandbox, 'POST', `${path}/confirm`, confirmation)
  expect(confirmed.body.status).toBe('succeeded')
  for (const { body } of [read, confirmed]) {
    for (const hidden of ['customer', 'metadata', 'latest_charge', 'amount_received']) {
      expect(body).not.toHaveProperty(hidden)
    }
    expect(JSON.stringify(body)).not.toMatch(/ada@example|plan|fingerprint/)
  }
})

test('an error reveals no more to a browser than a successful answer', async () => {
  const { sandbox, path, client_secret } = await runWithSecrets()
  const confirmation = { client_secret, payment_method: 'pm_card_visa_chargeDeclined' }
  const { status, body } = await asBrowser(sandbox, 'POST', `${path}/confirm`, confirmation)
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ code: 'card_declined', payment_intent: { status: 'requires_payment_method' } })
  expect(JSON.stringify(body)).not.toMatch(/plan|metadata|fingerprint|cus_/)
})

test('confirming a paid payment again reveals no more to a browser', async () => {
  const { sandbox, path, client_secret } = await runWithSecrets()
  const confirmation = { client_secret, payment_method: 'pm_card_visa' }
  await asBrowser(sandbox, 'POST', `${path}/confirm`, confirmation)
  const { status, body } = await asBrowser(sandbox, 'POST', `${path}/confirm`, confirmation)
  expect(status).toBe(400)
  expect(body.error.payment_intent).toMatchObject({ status: 'succeeded' })
  expect(JSON.stringify(body)).not.toMatch(/plan|metadata|fingerprint|cus_/)
})

test('a wrong or missing client secret has the same error as an unknown payment', async () => {
  const { sandbox, stripe } = await runSandbox()
  const [mine, foreign] = [await stripe.paymentIntents.create(order), await stripe.paymentIntents.create(order)]
  const attempts = [
    [mine.id, { client_secret: foreign.client_secret ?? '' }],
    [mine.id, {}],
    ['pi_unknown', { client_secret: 'pi_unknown_secret_x' }],
  ] as [string, Record<string, string>][]
  const answers = []
  for (const [id, fields] of attempts) {
    const path = `/v1/payment_intents/${id}`
    answers.push(await asBrowser(sandbox, 'GET', path, fields))
    answers.push(await asBrowser(sandbox, 'POST', `${path}/confirm`, { ...fields, payment_method: 'pm_card_visa' }))
  }
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.message}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(403)
  expect((await stripe.charges.list()).data).toEqual([])
})

test('a browser may not call any other operation', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { id, client_secret } = await stripe.paymentIntents.create(order)
  const forbidden: ['GET' | 'POST', string][] = [
    ['POST', '/v1/customers'],
    ['POST', '/v1/payment_intents'],
    ['GET', '/v1/payment_intents'],
    ['POST', `/v1/payment_intents/${id}`],
    ['POST', `/v1/payment_intents/${id}/cancel`],
    ['GET', '/v1/charges'],
    ['GET', '/v1/events'],
  ]
  for (const [method, path] of forbidden) {
    const { status, body } = await asBrowser(sandbox, method, path, { client_secret: client_secret ?? '' })
    expect([path, status, body.error.code]).toEqual([path, 403, 'secret_key_required'])
  }
})

test('a browser of any origin may call and read the answer', async () => {
  const { sandbox } = await runSandbox()
  const preflight = await fetch(`${sandbox.url}/v1/payment_methods`, { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  const body = new URLSearchParams({ key: publishableKey, type: 'card', 'card[token]': 'tok_visa' })
  const created = await fetch(`${sandbox.url}/v1/payment_methods`, { method: 'POST', body })
  expect([created.status, created.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})

test('each response has a request id and the API version', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { lastResponse } = await stripe.customers.create({})
  expect(lastResponse.requestId).toMatch(/^req_\w{14}$/)
  expect(lastResponse.apiVersion).toBe('2026-10-28.endive')
  const unknown = await fetch(`${sandbox.url}/v1/nothing`, { headers: { authorization: `Bearer ${secretKey}` } })
  expect([unknown.status, (await unknown.json()).error.type]).toEqual([404, 'invalid_request_error'])
})

test('with a public URL, customers are redirected to that address', async () => {
  const { sandbox, stripe } = await runSandbox({ publicUrl: 'https://pay.example/' })
  const intent = await pay(stripe, 'authenticationRequired', { return_url: 'https://shop.example/back' })
  expect(sandbox.publicUrl).toBe('https://pay.example')
  expect(getPageUrl(intent)).toMatch(/^https:\/\/pay\.example\/authenticate\/pi_/)
})

test('pages and scripts are served with a policy that allows only the sandbox', async () => {
  const { sandbox } = await runSandbox()
  const script = await fetch(`${sandbox.url}/stripe.js`)
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(await script.text()).not.toMatch(/^\s*(import|export) /m)
  for (const page of ['/card-frame', '/authenticate/pi_x/abc']) {
    const { status, headers } = await fetch(sandbox.url + page)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/)
  }
  expect((await fetch(`${sandbox.url}/../main.ts`)).status).toBe(404)
})
