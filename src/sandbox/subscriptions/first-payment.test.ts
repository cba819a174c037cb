import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerBank, errorOf, runSandbox } from '../testing/sandbox-test.ts'
import { monthlyAmount, pageOf, payInBrowser, startSubscription } from '../testing/subscription-test.ts'

async function begin() {
  const running = await runSandbox()
  const customer = await running.stripe.customers.create({ email: 'ada@example.com' })
  const subscription = await startSubscription(running.stripe, customer.id)
  return { ...running, customer, subscription, invoice: subscription.latest_invoice as Stripe.Invoice }
}

async function eventTypes(stripe: Stripe) {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map(({ type }) => type).reverse()
}

test('a new subscription waits for its first payment with an open invoice', async () => {
  const { stripe, subscription, invoice } = await begin()
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
  const [intent = ''] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? []
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    amount: monthlyAmount,
    status: 'requires_payment_method',
    setup_future_usage: 'off_session',
    payment_method_types: ['card'],
  })
})

test('the first payment makes the subscription active and keeps the card for the next ones', async () => {
  const { sandbox, stripe, subscription, invoice } = await begin()
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

test('a declined first payment leaves everything open, and another card pays', async () => {
  const { sandbox, stripe, subscription, invoice } = await begin()
  const declined = await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa_chargeDeclined')
  expect(declined.status).toBe(402)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'open', attempt_count: 1 })
  expect(await eventTypes(stripe)).toContain('invoice.payment_failed')

  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a bank that asks the cardholder is answered before the subscription is active', async () => {
  const { sandbox, stripe, subscription } = await begin()
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_authenticationRequired')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  expect(await eventTypes(stripe)).toContain('invoice.payment_action_required')
})

test('a slow bank pays the invoice when it answers', async () => {
  const { sandbox, stripe, subscription } = await begin()
  sandbox.slowBank(true)
  await payInBrowser({ sandbox, stripe }, subscription.id, 'pm_card_visa')
  sandbox.advanceClock({ hours: 24 })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
  sandbox.slowBank(false)
  sandbox.settlePayments()
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a bank that answers after the first month lets the second begin, and nothing is dated before its answer', async () => {
  const { sandbox, stripe, subscription } = await begin()
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

test('without a payment the subscription expires after 23 hours, and nobody can pay it any more', async () => {
  const { sandbox, stripe, subscription, invoice } = await begin()
  const asking = await payAndWait({ sandbox, stripe }, subscription.id)
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
  await answerBank(asking, 'complete')
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('void')
  expect(await errorOf(stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' }))).toMatchObject({
    statusCode: 400,
  })
})

/** The bank's question stays unanswered. */
async function payAndWait({ stripe }: Pick<Awaited<ReturnType<typeof begin>>, 'sandbox' | 'stripe'>, id: string) {
  const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] })
  const [payment] = (latest_invoice as Stripe.Invoice).payments?.data ?? []
  const asking = await stripe.paymentIntents.confirm(String(payment?.payment.payment_intent), {
    payment_method: 'pm_card_authenticationRequired',
    use_stripe_sdk: true,
  })
  return pageOf(asking)
}

test('a card on file is proposed, or charged at once when the shop does not ask for more', async () => {
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
  const wanted = { customer: customer.id, items: [{ price: price.id }], default_payment_method: method.id }
  const proposed = await stripe.subscriptions.create({ ...wanted, payment_behavior: 'default_incomplete' })
  expect(proposed.status).toBe('incomplete')
  const charged = await stripe.subscriptions.create(wanted)
  expect(charged.status).toBe('active')
  const invoice = await stripe.invoices.retrieve(String(proposed.latest_invoice), {
    expand: ['payments.data.payment.payment_intent'],
  })
  expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({
    status: 'requires_confirmation',
    payment_method: method.id,
  })
})

test('the same idempotency key makes one subscription', async () => {
  const { stripe, subscription } = await begin()
  const customer = String(subscription.customer)
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const create = () =>
    stripe.subscriptions.create(
      {
        customer,
        items: [
          {
            price_data: { currency: 'gbp', product: product.id, unit_amount: 3480, recurring: { interval: 'month' } },
          },
        ],
        payment_behavior: 'default_incomplete',
      },
      { idempotencyKey: 'subscription-8' },
    )
  const [first, second] = [await create(), await create()]
  expect(second.id).toBe(first.id)
  expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(2)
})

test('what the provider would refuse is refused', async () => {
  const { stripe, customer } = await begin()
  const product = await stripe.products.create({ name: 'A book' })
  const once = await stripe.prices.create({ currency: 'gbp', product: product.id, unit_amount: 900 })
  const refused = (wanted: object) =>
    errorOf(stripe.subscriptions.create({ customer: customer.id, ...wanted } as Stripe.SubscriptionCreateParams))
  expect(await refused({ items: [{ price: once.id }] })).toMatchObject({ param: 'items[0][price]' })
  expect(await refused({ items: [{ price: 'price_none' }] })).toMatchObject({ code: 'resource_missing' })
  expect(await refused({ items: [{}] })).toMatchObject({ code: 'parameter_missing' })
  expect(await refused({ items: [{ price: once.id }], trial_period_days: 7 })).toMatchObject({
    code: 'parameter_unknown',
  })
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
})
