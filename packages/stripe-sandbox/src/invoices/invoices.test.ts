import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { expectRefusal } from '../testing/sandbox-test.ts'
import { changeCard, payInBrowser, runSubscription, runUnpaid, subscribe } from '../testing/subscription-test.ts'

test("an invoice's payments and confirmation secret are included only if expanded", async () => {
  const { stripe, invoice } = await runUnpaid()
  const bare = await stripe.invoices.retrieve(invoice.id)
  expect(bare).not.toHaveProperty('payments')
  expect(bare).not.toHaveProperty('confirmation_secret')
  const expanded = await stripe.invoices.retrieve(invoice.id, {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret', 'parent.subscription_details.subscription'],
  })
  const intent = expanded.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  expect(expanded.confirmation_secret).toEqual({ client_secret: intent.client_secret, type: 'payment_intent' })
  expect(expanded.parent?.subscription_details?.subscription).toMatchObject({ object: 'subscription' })
})

test('an open invoice can be paid with a card, but only once', async () => {
  const { stripe, id, invoice } = await runUnpaid()
  await expectRefusal(stripe.invoices.pay(invoice.id), { statusCode: 400 })
  const paid = await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await expectRefusal(stripe.invoices.pay(invoice.id), { message: 'Invoice is already paid' })
})

test('the payment for an invoice cannot be cancelled or given a different amount directly', async () => {
  const { stripe, intent } = await runUnpaid()
  await expectRefusal(stripe.paymentIntents.cancel(intent), { statusCode: 400 })
  for (const change of [{ amount: 50 }, { currency: 'usd' }, { setup_future_usage: 'on_session' as const }]) {
    await expectRefusal(stripe.paymentIntents.update(intent, change), { statusCode: 400 })
  }
  expect(await stripe.paymentIntents.update(intent, { description: 'March' })).toMatchObject({
    description: 'March',
    status: 'requires_payment_method',
  })
})

test('a void invoice cannot be paid, and a paid one cannot be voided', async () => {
  const { sandbox, stripe, id, invoice, intent } = await runUnpaid()
  expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' })
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'void_invoice',
  })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired')
  expect((await payInBrowser({ sandbox, stripe }, id, 'pm_card_visa')).status).toBe(400)

  const paid = await subscribe({ sandbox, stripe })
  const { latest_invoice } = await stripe.subscriptions.retrieve(paid.id)
  await expectRefusal(stripe.invoices.voidInvoice(String(latest_invoice)), { statusCode: 400 })
})

test('if an unpaid renewal is voided, the subscription continues', async () => {
  const { stripe, ...member } = await runSubscription()
  await changeCard(stripe, member, 'pm_card_chargeCustomerFail')
  await member.advanceTo('2026-02-10T13:30:00Z')
  const { latest_invoice } = await stripe.subscriptions.retrieve(member.id)
  await stripe.invoices.voidInvoice(String(latest_invoice))
  await member.advanceTo('2026-02-26T13:30:00Z')
  expect((await stripe.subscriptions.retrieve(member.id)).status).toBe('active')
})

test('invoices can be filtered by customer, subscription and status', async () => {
  const { stripe, id, customer, invoice } = await runUnpaid()
  const listIds = async (filter: Stripe.InvoiceListParams) =>
    (await stripe.invoices.list(filter)).data.map((listed) => listed.id)
  expect(await listIds({ subscription: id })).toEqual([invoice.id])
  expect(await listIds({ customer, status: 'open' })).toEqual([invoice.id])
  expect(await listIds({ customer, status: 'paid' })).toEqual([])
  expect(await listIds({ subscription: 'sub_other' })).toEqual([])
})
