import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { eventAbout, postEvent } from '#tests/support/app/webhooks.ts'
import { createForeignPayment, payFor, startPaying } from '#tests/support/given/checkout.ts'

const app = await startApp()
afterAll(app.close)

const listEvents = async () => (await app.rows('select id from stripe_event')).map(({ id }) => id)

test('an event delivered five times creates one entitlement, one invoice and one email', async () => {
  app.sandbox.disturbWebhooks({ duplicates: 4 })
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  await app.settle()
  app.sandbox.calmWebhooks()

  expect(await countRecords(id)).toEqual({ status: 'completed', charges: 1, invoices: 1, entitlements: 1, emails: 1 })
  expect(app.sandbox.deliveries().every(({ state }) => state === 'delivered')).toBe(true)
})

test('events in any order give the same result', async () => {
  app.sandbox.disturbWebhooks({ hold: true })
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.pay(clientSecret)

  await app.sandbox.releaseWebhooks('newest-first')
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await countRecords(id)).toEqual({ status: 'completed', charges: 1, invoices: 1, entitlements: 1, emails: 1 })
})

test('a declined-card event that arrives after the payment has succeeded does not end the package', async () => {
  app.sandbox.disturbWebhooks({ types: ['payment_intent.payment_failed', 'charge.failed'], hold: true })
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.pay(clientSecret)
  await app.settle()
  expect((await countRecords(id)).status).toBe('completed')

  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await countRecords(id)).toEqual({ status: 'completed', charges: 1, invoices: 1, entitlements: 1, emails: 1 })
})

test('if an event arrives before the payment id is saved, it still finds its purchase', async () => {
  app.sandbox.disturbWebhooks({ hold: true })
  const ada = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  await app.rows('update purchase set payment_intent_id = null where id = $1', id)
  await app.pay(clientSecret)
  await app.sandbox.releaseWebhooks()
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await countRecords(id)).toEqual({ status: 'completed', charges: 1, invoices: 1, entitlements: 1, emails: 1 })
  expect(await app.rows('select payment_intent_id from purchase where id = $1', id)).toEqual([
    { payment_intent_id: paymentIntentId },
  ])
})

test('confirming the payment while its webhook arrives activates the package once', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  const [, ...responses] = await Promise.all([
    app.pay(clientSecret).then(() => app.settle()),
    ...Array.from({ length: 3 }, () => ada.post(`/api/purchases/${id}/confirmation`)),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all([app.settle(), ada.post(`/api/purchases/${id}/confirmation`)])

  expect(await countRecords(id)).toEqual({ status: 'completed', charges: 1, invoices: 1, entitlements: 1, emails: 1 })
})

test.each([
  ['from another site on the same account', { 'metadata[purchase_id]': 'order-77' }],
  ['without metadata', {}],
  ['for a purchase that does not exist', { 'metadata[purchase_id]': '00000000-0000-4000-8000-000000000000' }],
])('a payment %s is ignored', async (_, values: Record<string, string>) => {
  const before = await app.rows('select count(*) from purchase')
  const { id, client_secret } = await createForeignPayment(app, values)
  await app.pay(client_secret)
  await app.settle()

  expect(await app.rows('select count(*) from purchase')).toEqual(before)
  const events = await app.rows('select handled_at from stripe_event where payment_intent_id = $1', id)
  expect(events.length).toBeGreaterThan(0)
  expect(events.every(({ handled_at }) => handled_at !== null)).toBe(true)
})

test('an event about an unknown payment is marked as handled', async () => {
  const event = eventAbout('pi_unknown')
  expect((await postEvent(app, event)).status).toBe(200)
  await app.settle()
  const [stored] = await app.rows('select handled_at from stripe_event where id = $1', event.id)
  expect(stored?.handled_at).toBeInstanceOf(Date)
})

test('an event unrelated to payments is stored and has no effect', async () => {
  const event = {
    id: 'evt_balance',
    object: 'event',
    type: 'balance.available',
    data: { object: { object: 'balance' } },
  }
  expect((await postEvent(app, event)).status).toBe(200)
  await app.settle()
  expect(await listEvents()).toContain('evt_balance')
})

test('a second payment for a purchase is reported and does not replace the first', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  const secondPayment = await createForeignPayment(app, { 'metadata[purchase_id]': id })
  await app.pay(secondPayment.client_secret)
  await app.settle()

  expect((await countRecords(id)).status).toBe('pending')
  expect(await app.rows('select kind from payment_anomaly where subject = $1', secondPayment.id)).toEqual([
    { kind: 'payment-unexpected' },
  ])
})

test.each([
  ['a smaller amount', { amount: '100' }],
  ['another currency', { currency: 'usd' }],
  ["another purchase's id", { 'metadata[purchase_id]': '00000000-0000-4000-8000-000000000000' }],
])('a payment with %s activates nothing and is reported once', async (_, values: Record<string, string>) => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  const mismatchedPayment = await createForeignPayment(app, { 'metadata[purchase_id]': id, ...values })
  await app.rows('update purchase set payment_intent_id = $2 where id = $1', id, mismatchedPayment.id)
  await app.pay(mismatchedPayment.client_secret)
  await app.settle()

  const confirmation = await ada.post(`/api/purchases/${id}/confirmation`)

  expect([confirmation.status, confirmation.body.data.status]).toEqual([200, 'pending'])
  expect(await countRecords(id)).toEqual({ status: 'pending', charges: 0, invoices: 0, entitlements: 0, emails: 0 })
  expect(await app.rows('select kind from payment_anomaly where subject = $1', mismatchedPayment.id)).toEqual([
    { kind: 'payment-mismatch' },
  ])
})

const event = eventAbout('pi_forged', 'payment_intent.succeeded', 'evt_forged')
const body = JSON.stringify(event)

test.each([
  ['without a signature', () => post({})],
  ['with an empty signature', () => post({ 'stripe-signature': '' })],
  ['with text as its signature', () => post({ 'stripe-signature': 'trust me' })],
  ['signed with another secret', () => postEvent(app, event, { secret: 'whsec_other' })],
  ['signed with an empty secret', () => postEvent(app, event, { secret: '' })],
  ['whose body was altered after signing', () => postEvent(app, event, { signedBody: body.replace('forged', 'real') })],
  ['that was parsed and serialised again', () => postEvent(app, JSON.stringify(event, null, 2), { signedBody: body })],
  ['that is older than five minutes', () => postEvent(app, event, { ageSeconds: 330 })],
  ['that is dated in the future', () => postEvent(app, event, { ageSeconds: -330 })],
  ['signed only under the old scheme', () => post({ 'stripe-signature': `t=${seconds()},v0=${mac()}` })],
  ['with an unsigned timestamp', () => post({ 'stripe-signature': `t=${seconds() - 1},v1=${mac()}` })],
  ['with two timestamps', () => post({ 'stripe-signature': `t=${seconds()},t=1,v1=${mac()}` })],
  ['without a timestamp', () => post({ 'stripe-signature': `v1=${mac()}` })],
  ['that is null', () => postEvent(app, 'null')],
  ['that is a list', () => postEvent(app, '[]')],
  ['without data', () => postEvent(app, '{"id":"evt_forged","type":"charge.succeeded"}')],
  ['with a body that is text', () => postEvent(app, event, { headers: { 'content-type': 'text/plain' } })],
  [
    'with a body that is a form',
    () => postEvent(app, event, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
  ['with its signature in capitals', () => post({ 'stripe-signature': `t=${seconds()},v1=${mac().toUpperCase()}` })],
])('an event %s is refused and not stored', async (_, send) => {
  const { status, body: response } = await send()

  expect([400, 415]).toContain(status)
  expect(response.success).toBe(false)
  expect(JSON.stringify(response)).not.toMatch(/secret|whsec|expected|payload/i)
  expect(await listEvents()).not.toContain('evt_forged')
})

test('an event signed with both the old secret and the new one is accepted', async () => {
  const validEvent = eventAbout('pi_rolled')
  const text = JSON.stringify(validEvent)
  const signature = `t=${seconds()},v1=${mac(text, 'whsec_new')},v1=${mac(text)}`
  const response = await app.visitor.send('POST', '/api/webhooks/stripe', text, {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature,
  })
  expect(response.status).toBe(200)
})

test.each([
  ['behind', 600],
  ['ahead', -600],
])("events are refused if the provider's clock is ten minutes %s", async (_, ageSeconds) => {
  await using app = await startApp()
  app.clock.advance({ seconds: ageSeconds })
  const ada = await app.quickMember()
  app.sandbox.disturbWebhooks({ drop: true })
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  await app.pay(clientSecret)
  const succeeded = eventAbout(paymentIntentId)

  expect((await postEvent(app, succeeded, { ageSeconds })).status).toBe(400)
  expect((await postEvent(app, succeeded)).status).toBe(200)
  await app.settle()

  const [charge] = app.sandbox.objects('charge') as unknown as { created: number }[]
  const [purchase] = await app.rows('select status, completed_at from purchase where id = $1', id)
  expect(purchase).toEqual({ status: 'completed', completed_at: new Date(Number(charge?.created) * 1_000) })
})

test('an event larger than a megabyte is refused', async () => {
  const huge = { ...event, padding: 'x'.repeat(1_100_000) }
  expect((await postEvent(app, huge)).status).toBe(413)
})

test('if an event cannot be stored, the server returns 500, so that the provider retries', async () => {
  await app.rows('alter table stripe_event rename to stripe_event_away')
  const { status } = await postEvent(app, eventAbout('pi_later', undefined, 'evt_later'))
  await app.rows('alter table stripe_event_away rename to stripe_event')

  expect(status).toBe(500)
  expect((await postEvent(app, eventAbout('pi_later', undefined, 'evt_later'))).status).toBe(200)
})

function seconds() {
  return Math.floor(app.clock.now().getTime() / 1_000)
}

function mac(text = body, secret = app.keys.webhookSecret) {
  return createHmac('sha256', secret).update(`${seconds()}.${text}`).digest('hex')
}

function post(headers: Record<string, string>) {
  return app.visitor.send('POST', '/api/webhooks/stripe', body, { 'content-type': 'application/json', ...headers })
}

/** The records created for a purchase. */
async function countRecords(id: string) {
  const [counts] = await app.rows(
    `select status,
       (select count(*)::int from payment_entry where purchase_id = purchase.id) as charges,
       (select count(*)::int from document where purchase_id = purchase.id) as invoices,
       (select count(*)::int from entitlement where purchase_id = purchase.id) as entitlements,
       (select count(*)::int from email where reason = 'purchase-confirmation:' || purchase.id) as emails
     from purchase where id = $1`,
    id,
  )
  return counts
}
