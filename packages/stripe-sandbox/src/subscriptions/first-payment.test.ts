import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerBank, eventTypes, expectRefusal, getPageUrl, runSandbox } from '../testing/sandbox-test.ts'
import { monthlyAmount, payInBrowser, runUnpaid } from '../testing/subscription-test.ts'

test('a new subscription is incomplete with an open invoice', async () => {
  const { stripe, subscription, invoice, intent } = await runUnpaid()
  expect(subscription).toMatchObject({
    status: 'incomplete',
    pending_setup_intent: null,
    default_payment_method: null,
    metadata: { subscription_id: '7' },
    collection_method: 'charge_automatically',
  })
  const [item] = subscription.items.data
  expect(subscription).not.toHaveProperty('current_period_end')
  expect(invoice).toMatchObject({
    status: 'open',
    billing_reason: 'subscription_create',
    amount_due: monthlyAmount,
    amount_paid: 0,
    amount_remaining: monthlyAmount,
    parent: { subscription_details: { subscription: subscription.id, metadata: { subscription_id: '7' } } },
    lines: { data: [{ period: { start: item?.current_period_start, end: item?.current_period_end } }] },
    payments: { data: [{ status: 'open', amount_paid: null, amount_requested: monthlyAmount }] },
  })
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    amount: monthlyAmount,
    status: 'requires_payment_method',
    setup_future_usage: 'off_session',
    payment_method_types: ['card'],
  })
})

test('the first payment activates the subscription and saves the card', async () => {
  const { sandbox, stripe, subscription, invoice } = await runUnpaid()
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  const active = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments', 'default_payment_method'],
  })
  expect(active).toMatchObject({
    status: 'active',
    default_payment_method: { card: { last4: '4242' }, customer: subscription.customer },
    latest_invoice: { status: 'paid', amount_paid: monthlyAmount, amount_remaining: 0, attempt_count: 1 },
  })
  const [payment] = (active.latest_invoice as Stripe.Invoice).payments?.data ?? []
  expect(payment).toMatchObject({ status: 'paid', amount_paid: monthlyAmount, invoice: invoice.id })
  expect(await eventTypes(stripe)).toEqual([
    'customer.created',
    'invoice.created',
    'customer.subscription.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_method.attached',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'customer.subscription.updated',
    'invoice.payment_succeeded',
  ])
  const [updated] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
  expect(updated?.data.previous_attributes).toEqual({ status: 'incomplete', default_payment_method: null })
})

test('a declined first payment keeps the invoice open, and another card can pay', async () => {
  const { sandbox, stripe, subscription, invoice } = await runUnpaid()
  const declined = await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa_chargeDeclined')
  expect(declined.status).toBe(402)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'open', attempt_count: 1 })
  expect(await eventTypes(stripe)).toContain('invoice.payment_failed')

  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a first payment that needs authentication activates the subscription once completed', async () => {
  const { sandbox, stripe, subscription } = await runUnpaid()
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_authenticationRequired')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  expect(await eventTypes(stripe)).toContain('invoice.payment_action_required')
})

test('with a slow bank the invoice is paid when the bank answers', async () => {
  const { sandbox, stripe, subscription } = await runUnpaid()
  sandbox.slowBank(true)
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  sandbox.advanceClock({ hours: 24 })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  sandbox.slowBank(false)
  sandbox.settlePayments()
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a bank answer after the first month starts the second, with events in order', async () => {
  const { sandbox, stripe, subscription } = await runUnpaid()
  sandbox.slowBank(true)
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  sandbox.advanceClock({ days: 40 })
  sandbox.slowBank(false)
  sandbox.settlePayments()
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2)
  const created = (await stripe.events.list({ limit: 100 })).data.map((event) => event.created)
  expect(created).toEqual(created.toSorted((a, b) => b - a))
})

test('an unpaid subscription expires after 23 hours and can no longer be paid', async () => {
  const { sandbox, stripe, subscription, invoice, intent } = await runUnpaid()
  const asking = await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_authenticationRequired' })
  sandbox.advanceClock({ hours: 22, minutes: 59 })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  sandbox.advanceClock({ minutes: 2 })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'incomplete_expired',
    ended_at: subscription.created + 23 * 60 * 60,
  })
  const voided = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] })
  expect(voided).toMatchObject({
    status: 'void',
    payments: { data: [{ status: 'canceled', payment: { payment_intent: { status: 'canceled' } } }] },
  })
  await answerBank(getPageUrl(asking), 'complete')
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('void')
  const late = stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })
  await expectRefusal(late, { statusCode: 400 })
})

test('a saved card is only proposed with default_incomplete, and otherwise charged immediately', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const price = await stripe.prices.create({
    currency: 'gbp',
    product: product.id,
    unit_amount: monthlyAmount,
    recurring: { interval: 'month' },
  })
  const choice = { customer: customer.id, items: [{ price: price.id }], default_payment_method: method.id }
  const proposed = await stripe.subscriptions.create({ ...choice, payment_behavior: 'default_incomplete' })
  expect(proposed.status).toBe('incomplete')
  const charged = await stripe.subscriptions.create(choice)
  expect(charged.status).toBe('active')
  const invoice = await stripe.invoices.retrieve(String(proposed.latest_invoice), {
    expand: ['payments.data.payment.payment_intent'],
  })
  expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({
    status: 'requires_confirmation',
    payment_method: method.id,
  })
})

test('invalid subscriptions are refused', async () => {
  const { stripe, customer } = await runUnpaid()
  const product = await stripe.products.create({ name: 'A book' })
  const once = await stripe.prices.create({ currency: 'gbp', product: product.id, unit_amount: 900 })
  const create = (choice: object) => stripe.subscriptions.create({ customer, ...choice })
  await expectRefusal(create({ items: [{ price: once.id }] }), { param: 'items[0][price]' })
  await expectRefusal(create({ items: [{ price: 'price_none' }] }), { code: 'resource_missing' })
  await expectRefusal(create({ items: [{}] }), { code: 'parameter_missing' })
  await expectRefusal(create({ items: [{ price: once.id }], trial_period_days: 7 }), { code: 'parameter_unknown' })
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})
