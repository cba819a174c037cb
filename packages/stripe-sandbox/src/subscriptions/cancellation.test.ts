import { expect, test } from 'vitest'
import { eventTypes, expectRefusal, runSandbox } from '../testing/sandbox-test.ts'
import { runSubscription, startSubscription, toInstant } from '../testing/subscription-test.ts'

test('a subscription cancelled at the end of a period runs until then without another charge', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await advanceTo('2026-01-20T12:00:00Z')
  const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(ending).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancellation_details: { reason: 'cancellation_requested' },
  })
  expect([toInstant(ending.cancel_at), toInstant(ending.canceled_at)]).toEqual(['2026-02-10T12:00', '2026-01-20T12:00'])
  await expectRefusal(stripe.invoices.createPreview({ subscription: id }), { code: 'invoice_upcoming_none' })

  await advanceTo('2026-02-10T11:00:00Z')
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await advanceTo('2026-02-12T12:00:00Z')
  const ended = await stripe.subscriptions.retrieve(id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } })
  expect([toInstant(ended.ended_at), toInstant(ended.canceled_at)]).toEqual(['2026-02-10T12:00', '2026-01-20T12:00'])
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  const types = await eventTypes(stripe)
  expect(types.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1)
  expect(types).not.toContain('invoice.upcoming')
})

test('the cancellation can be undone until the period ends', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({
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

test('a subscription that was cancelled immediately can no longer be changed or cancelled', async () => {
  const { stripe, id, customer, advanceTo } = await runSubscription()
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
  await expectRefusal(stripe.subscriptions.cancel(id), { statusCode: 404, code: 'resource_missing' })
  const change = stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await expectRefusal(change, { code: 'invalid_canceled_subscription_fields' })
  const metadata = { note: 'late' }
  expect(await stripe.subscriptions.update(id, { metadata })).toMatchObject({ metadata })
  await advanceTo('2026-04-10T13:00:00Z')
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('once a subscription is cancelled, the draft invoice for its renewal is not collected', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await advanceTo('2026-02-10T12:30:00Z')
  const { latest_invoice } = await stripe.subscriptions.cancel(id)
  await advanceTo('2026-02-20T12:30:00Z')
  expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({ status: 'draft', auto_advance: false })
})

test('cancelling a subscription that was never paid expires it and voids its invoice', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const { id, latest_invoice } = await startSubscription(stripe, customer)
  const change = stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await expectRefusal(change, { param: 'cancel_at_period_end' })
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'incomplete_expired' })
  const invoice = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id
  expect((await stripe.invoices.retrieve(invoice ?? '')).status).toBe('void')
})

test('lists leave out ended subscriptions by default', async () => {
  const { stripe, id, customer } = await runSubscription()
  const { id: other } = await startSubscription(stripe, customer)
  const listIds = async (filter: object) =>
    (await stripe.subscriptions.list({ customer, ...filter })).data.map((subscription) => subscription.id)
  expect(await listIds({})).toEqual([other, id])
  await stripe.subscriptions.cancel(id)
  expect(await listIds({})).toEqual([other])
  expect(await listIds({ status: 'all' })).toEqual([other, id])
  expect(await listIds({ status: 'ended' })).toEqual([id])
  expect(await listIds({ status: 'incomplete' })).toEqual([other])
})

test('a subscription can only be paid with a card that belongs to the same customer', async () => {
  const { stripe, id } = await runSubscription()
  const stranger = await stripe.customers.create()
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: stranger.id })
  const change = stripe.subscriptions.update(id, { default_payment_method: method.id })
  await expectRefusal(change, { code: 'resource_missing', param: 'default_payment_method' })
})
