import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'
import { instantOf, startSubscription, subscribe } from '../testing/subscription-test.ts'

test('a subscription canceled at the end of its period runs until then and is charged no more', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id, advanceTo } = await subscribe(running)
  await advanceTo('2026-01-20T12:00:00Z')
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect([instantOf(ending.cancel_at), instantOf(ending.canceled_at)]).toEqual(['2026-02-10T12:00', '2026-01-20T12:00'])
  expect(await errorOf(stripe.invoices.createPreview({ subscription: id }))).toMatchObject({
    code: 'invoice_upcoming_none',
  })

  await advanceTo('2026-02-10T11:00:00Z')
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await advanceTo('2026-02-12T12:00:00Z')
  const ended = await stripe.subscriptions.retrieve(id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } })
  expect([instantOf(ended.ended_at), instantOf(ended.canceled_at)]).toEqual(['2026-02-10T12:00', '2026-01-20T12:00'])
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
  expect(types.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1)
  expect(types).not.toContain('invoice.upcoming')
})

test('the cancellation can be taken back until the period ends, and nothing of it is left', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id, advanceTo } = await subscribe(running)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(kept).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: { reason: null },
  })
  const [undone] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
  expect(undone?.data.previous_attributes).toMatchObject({ cancel_at_period_end: true })
  await advanceTo('2026-02-10T13:00:00Z')
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  expect((await stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(2)
})

test('a subscription canceled at once is over, and can neither be changed nor canceled again', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id, customer, advanceTo } = await subscribe(running)
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
  expect(await errorOf(stripe.subscriptions.cancel(id))).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  expect(await errorOf(stripe.subscriptions.update(id, { cancel_at_period_end: true }))).toMatchObject({
    code: 'invalid_canceled_subscription_fields',
  })
  expect(await stripe.subscriptions.update(id, { metadata: { note: 'late' } })).toMatchObject({
    metadata: { note: 'late' },
  })
  await advanceTo('2026-04-10T13:00:00Z')
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('the draft of a renewal is not collected once the subscription is canceled', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id, advanceTo } = await subscribe(running)
  await advanceTo('2026-02-10T12:30:00Z')
  const { latest_invoice } = await stripe.subscriptions.cancel(id)
  await advanceTo('2026-02-20T12:30:00Z')
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({ status: 'draft', auto_advance: false })
})

test('a subscription that was never paid expires at once when it is canceled, and its invoice is void', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const { id, latest_invoice } = await startSubscription(stripe, customer)
  expect(await errorOf(stripe.subscriptions.update(id, { cancel_at_period_end: true }))).toMatchObject({
    param: 'cancel_at_period_end',
  })
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'incomplete_expired' })
  const invoice = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id
  expect((await stripe.invoices.retrieve(invoice ?? '')).status).toBe('void')
})

test('lists leave out what has ended, unless asked', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id, customer } = await subscribe(running)
  const { id: other } = await startSubscription(stripe, customer)
  const idsOf = async (wanted: object) =>
    (await stripe.subscriptions.list({ customer, ...wanted })).data.map((subscription) => subscription.id)
  expect(await idsOf({})).toEqual([other, id])
  await stripe.subscriptions.cancel(id)
  expect(await idsOf({})).toEqual([other])
  expect(await idsOf({ status: 'all' })).toEqual([other, id])
  expect(await idsOf({ status: 'ended' })).toEqual([id])
  expect(await idsOf({ status: 'incomplete' })).toEqual([other])
})

test('only a card of the same customer can pay a subscription', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const { id } = await subscribe(running)
  const stranger = await stripe.customers.create()
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: stranger.id })
  const refusal = await errorOf(stripe.subscriptions.update(id, { default_payment_method: method.id }))
  expect(refusal).toMatchObject({ code: 'resource_missing', param: 'default_payment_method' })
})
