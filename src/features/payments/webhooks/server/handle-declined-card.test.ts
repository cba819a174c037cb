import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'
import { listPaidMonths, makePaymentDue, subscribe, subscriptionRow } from '#tests/support/given/subscriptions.ts'
import { handleStripeEvent } from './handle-stripe-event.ts'

const app = await startApp()
afterAll(app.close)

const listOpenEvents = () => app.rows('select type from stripe_event where handled_at is null')

async function decline(clientSecret: string, times: number) {
  const codes: (string | undefined)[] = []
  for (let attempt = 1; attempt <= times; attempt += 1) {
    const { error } = await app.pay(clientSecret, 'tok_visa_chargeDeclined')
    codes.push(error?.code)
  }
  await app.settle()
  return codes
}

/** A declined renewal, with the client secret for paying it. */
async function startDueMonth() {
  const { id, member } = await makePaymentDue(app)
  const { body } = await member.post(`/api/subscriptions/${id}/payment`)
  return { member, id, clientSecret: body.data.clientSecret as string }
}

test('twenty declined cards cancel the payment and block new ones for 15 minutes', async () => {
  const [bot, grace] = [await app.quickMember(), await app.quickMember()]
  const { id, clientSecret } = await startPaying(bot)
  for (let attempt = 1; attempt <= 19; attempt += 1) await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.settle()
  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'requires_payment_method' }])

  await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await app.settle()

  expect(paymentsAtProvider(app, id)).toMatchObject([{ status: 'canceled' }])
  const refused = await bot.post('/api/purchases', await makeOrder(bot))
  expect([refused.status, refused.body.code]).toEqual([409, 'cards-declined'])
  expect(refused.body.message).toContain('15 minutes')
  // Another member at another address can still pay.
  expect((await grace.post('/api/purchases', await makeOrder(grace))).status).toBe(200)

  await app.rows("update rate_limit set expire = 0 where key like '%declined-card%'")
  expect((await bot.post('/api/purchases', await makeOrder(bot))).status).toBe(200)
})

test("twenty declined cards cancel a subscription's first month", async () => {
  const bot = await app.quickMember()
  const { clientSecret } = await startPaying(bot, 'my-future-pro')
  await decline(clientSecret, 20)

  expect((await app.pay(clientSecret, 'tok_visa')).error?.code).toBe('payment_intent_unexpected_state')
  expect(await listOpenEvents()).toEqual([])
  expect(await app.rows('select status from subscription where member_id = $1', bot.id)).toEqual([{ status: 'ended' }])
  const refused = await bot.post('/api/purchases', await makeOrder(bot, 'my-future-pro'))
  expect(refused.body.code).toBe('cards-declined')
})

test('twenty declined cards cancel a due payment and end its subscription', async () => {
  const { member, id, clientSecret } = await startDueMonth()
  // Clear the count, because the provider made its own attempt two days ago.
  await app.rows("update rate_limit set expire = 0 where key like '%declined-card%'")
  await decline(clientSecret, 19)
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'past_due' })

  await decline(clientSecret, 1)

  expect((await app.pay(clientSecret, 'tok_visa')).error?.code).toBe('payment_intent_unexpected_state')
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(await listPaidMonths(app, id)).toHaveLength(1)
  expect(await listOpenEvents()).toEqual([])
  expect((await member.post('/api/purchases', await makeOrder(member, 'my-future-pro'))).body.code).toBe(
    'cards-declined',
  )
})

test('a paid month stays paid even after twenty declined cards', async () => {
  const { id, clientSecret } = await startDueMonth()
  app.sandbox.disturbWebhooks({ types: ['payment_intent.payment_failed'], hold: true })
  await decline(clientSecret, 20)
  await app.pay(clientSecret, 'tok_visa')
  app.sandbox.calmWebhooks()
  await app.settle()

  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active' })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
})

test('twenty declined cards block a card change, and the subscription keeps its card', async () => {
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  const path = `/api/subscriptions/${id}/card`
  const { body } = await ada.post(path)
  expect(await decline(body.data.clientSecret, 20)).toEqual(Array(20).fill('card_declined'))

  expect(await decline(body.data.clientSecret, 1)).toEqual(['setup_intent_unexpected_state'])
  for (const refused of [
    await ada.post(path),
    await ada.send('PUT', path, { setupIntentId: 'seti_other' }),
    await ada.post(`/api/subscriptions/${id}/payment`),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'cards-declined'])
  }
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'active', card_last4: '4242' })
  expect(await listOpenEvents()).toEqual([])
})

test('declined card setups count towards the limit per address', async () => {
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  const { body } = await ada.post(`/api/subscriptions/${id}/card`)
  await decline(body.data.clientSecret, 1)
  const [{ address_key: address }] = await app.rows(
    'select address_key from payment_network join purchase on purchase.id = purchase_id where member_id = $1',
    ada.id,
  )
  const limit = { name: 'declined-card-address', attempts: 2, seconds: 900 }
  expect(await app.context.limits.note(limit, address)).toBe(true)
})

test('a declined card counts once, even if its event is handled again', async () => {
  const ada = await app.quickMember()
  const { clientSecret, paymentIntentId } = await startPaying(ada)
  await decline(clientSecret, 19)
  await app.rows(
    "update stripe_event set handled_at = null where type = 'payment_intent.payment_failed' and payment_intent_id = $1",
    paymentIntentId,
  )
  const open = await app.rows('select id from stripe_event where handled_at is null')
  for (const { id } of open) await handleStripeEvent({ ...app.context, provider: app.provider }, id)

  expect(open).toHaveLength(19)
  expect((await app.pay(clientSecret, 'tok_visa_chargeDeclined')).error?.code).toBe('card_declined')
  expect((await ada.post('/api/purchases', await makeOrder(ada))).status).toBe(200)
})

test('an address with twenty declined cards cannot start another payment', async () => {
  const bot = await app.quickMember()
  await startPaying(bot)
  const [{ address_key: address }] = await app.rows(
    'select address_key from payment_network join purchase on purchase.id = purchase_id where member_id = $1',
    bot.id,
  )
  expect(address).toMatch(/^198\.18\./)
  const limit = { name: 'declined-card-address', attempts: 20, seconds: 900 }
  for (let attempt = 1; attempt <= 20; attempt += 1) await app.context.limits.note(limit, address)

  const refused = await bot.post('/api/purchases', await makeOrder(bot))

  expect(refused.body.code).toBe('cards-declined')
})

test('the network address of a payment is deleted after a day', async () => {
  const ada = await app.quickMember()
  await startPaying(ada)
  app.clock.advance({ days: 2 })
  await app.run('purge-payment-events')
  expect(await app.rows('select 1 from payment_network')).toEqual([])
})
