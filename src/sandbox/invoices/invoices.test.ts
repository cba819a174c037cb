import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'
import { changeCard, payInBrowser, startSubscription, subscribe } from '../testing/subscription-test.ts'

async function openInvoice() {
  const running = await runSandbox()
  const { id: customer } = await running.stripe.customers.create()
  const { id, latest_invoice } = await startSubscription(running.stripe, customer)
  const invoice = latest_invoice as Stripe.Invoice
  const intent = String(invoice.payments?.data[0]?.payment.payment_intent)
  return { ...running, id, customer, invoice, intent }
}

test('payments and the browser’s secret of an invoice are shown only to those who ask', async () => {
  const { stripe, invoice } = await openInvoice()
  const bare = await stripe.invoices.retrieve(invoice.id)
  expect(bare).not.toHaveProperty('payments')
  expect(bare).not.toHaveProperty('confirmation_secret')
  const asked = await stripe.invoices.retrieve(invoice.id, {
    expand: ['payments.data.payment.payment_intent', 'confirmation_secret', 'parent.subscription_details.subscription'],
  })
  const intent = asked.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  expect(asked.confirmation_secret).toEqual({ client_secret: intent.client_secret, type: 'payment_intent' })
  expect(asked.parent?.subscription_details?.subscription).toMatchObject({ object: 'subscription' })
})

test('more than four levels cannot be expanded, as with the provider', async () => {
  const { stripe } = await openInvoice()
  const refusal = await errorOf(stripe.invoices.list({ expand: ['data.payments.data.payment.payment_intent'] }))
  expect(refusal).toMatchObject({ statusCode: 400, param: 'expand' })
  expect(refusal.message).toContain('more than 4 levels')
})

test('the shop can pay an open invoice with a card, once', async () => {
  const { stripe, id, invoice } = await openInvoice()
  expect(await errorOf(stripe.invoices.pay(invoice.id))).toMatchObject({ statusCode: 400 })
  const paid = await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'paid', amount_remaining: 0 })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect(await errorOf(stripe.invoices.pay(invoice.id))).toMatchObject({ message: 'Invoice is already paid' })
})

test('the payment of an invoice cannot be cancelled or changed behind its back', async () => {
  const { stripe, intent } = await openInvoice()
  expect(await errorOf(stripe.paymentIntents.cancel(intent))).toMatchObject({ statusCode: 400 })
  for (const change of [{ amount: 50 }, { currency: 'usd' }, { setup_future_usage: 'on_session' as const }]) {
    expect(await errorOf(stripe.paymentIntents.update(intent, change))).toMatchObject({ statusCode: 400 })
  }
  expect(await stripe.paymentIntents.update(intent, { description: 'March' })).toMatchObject({
    description: 'March',
    status: 'requires_payment_method',
  })
})

test('a void invoice cannot be paid, and a paid one cannot be voided', async () => {
  const { sandbox, stripe, id, invoice, intent } = await openInvoice()
  expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' })
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'void_invoice',
  })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired')
  expect((await payInBrowser({ sandbox, stripe }, id, 'pm_card_visa')).status).toBe(400)

  const paid = await subscribe({ sandbox, stripe })
  const { latest_invoice } = await stripe.subscriptions.retrieve(paid.id)
  expect(await errorOf(stripe.invoices.voidInvoice(String(latest_invoice)))).toMatchObject({ statusCode: 400 })
})

test('when the shop forgives a renewal the subscription goes on', async () => {
  const running = await runSandbox()
  const { stripe } = running
  const member = await subscribe(running)
  await changeCard(stripe, member, 'pm_card_chargeCustomerFail')
  await member.advanceTo('2026-02-10T13:30:00Z')
  const { latest_invoice } = await stripe.subscriptions.retrieve(member.id)
  await stripe.invoices.voidInvoice(String(latest_invoice))
  await member.advanceTo('2026-02-26T13:30:00Z')
  expect((await stripe.subscriptions.retrieve(member.id)).status).toBe('active')
})

test('invoices can be narrowed by customer, subscription and status', async () => {
  const { stripe, id, customer, invoice } = await openInvoice()
  const idsOf = async (wanted: Stripe.InvoiceListParams) =>
    (await stripe.invoices.list(wanted)).data.map((found) => found.id)
  expect(await idsOf({ subscription: id })).toEqual([invoice.id])
  expect(await idsOf({ customer, status: 'open' })).toEqual([invoice.id])
  expect(await idsOf({ customer, status: 'paid' })).toEqual([])
  expect(await idsOf({ subscription: 'sub_other' })).toEqual([])
})
