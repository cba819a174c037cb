import { DatabaseSync } from 'node:sqlite'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { runSandbox, temporaryDataFile } from '../testing/sandbox-test.ts'
import {
  latestInvoice,
  monthlyAmount,
  payInBrowser,
  runSubscription,
  seconds,
  startSubscription,
  toInstant,
} from '../testing/subscription-test.ts'

test('a subscription renews monthly, and after a short month it returns to its usual day', async () => {
  const { stripe, id, advanceTo } = await runSubscription({ since: '2026-01-31T12:00:00Z' })
  await advanceTo('2026-04-30T14:00:00Z')

  const { data } = await stripe.invoices.list({ subscription: id, status: 'paid' })
  expect(
    data.map((invoice) => [
      invoice.billing_reason,
      toInstant(invoice.lines.data[0]?.period.start),
      toInstant(invoice.lines.data[0]?.period.end),
      toInstant(invoice.status_transitions.paid_at),
    ]),
  ).toEqual([
    ['subscription_cycle', '2026-04-30T12:00', '2026-05-31T12:00', '2026-04-30T13:00'],
    ['subscription_cycle', '2026-03-31T12:00', '2026-04-30T12:00', '2026-03-31T13:00'],
    ['subscription_cycle', '2026-02-28T12:00', '2026-03-31T12:00', '2026-02-28T13:00'],
    ['subscription_create', '2026-01-31T12:00', '2026-02-28T12:00', '2026-01-31T12:00'],
  ])
  expect(data.map(({ number }) => number?.slice(-4))).toEqual(['0004', '0003', '0002', '0001'])
  const subscription = await stripe.subscriptions.retrieve(id)
  expect(subscription).toMatchObject({ status: 'active', latest_invoice: data[0]?.id })
  expect(toInstant(subscription.items.data[0]?.current_period_end)).toBe('2026-05-31T12:00')
})

test('each renewal payment can be traced to its charge', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await advanceTo('2026-02-11T12:00:00Z')
  const [latest] = (await stripe.invoices.list({ subscription: id, status: 'paid', expand: ['data.payments'] })).data
  const [payment] = latest?.payments?.data ?? []
  expect(payment).toMatchObject({ status: 'paid', payment: { type: 'payment_intent' } })

  const expand = ['data.payment.payment_intent.latest_charge']
  const { data } = await stripe.invoicePayments.list({ invoice: latest?.id ?? '', expand })
  const intent = data[0]?.payment.payment_intent as Stripe.PaymentIntent
  expect(intent.latest_charge).toMatchObject({ amount: monthlyAmount, status: 'succeeded' })
  expect(toInstant((intent.latest_charge as Stripe.Charge).created)).toBe('2026-02-10T13:00')
  const byIntent = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } })
  expect(byIntent.data).toMatchObject([{ invoice: latest?.id }])
})

test('the upcoming invoice is announced a week before the renewal', async () => {
  const { stripe, id, customer, advanceTo } = await runSubscription()
  const preview = await stripe.invoices.createPreview({ subscription: id, customer })
  expect(preview).toMatchObject({ amount_due: monthlyAmount, status: 'draft', billing_reason: 'subscription_cycle' })
  expect(toInstant(preview.lines.data[0]?.period.start)).toBe('2026-02-10T12:00')

  await advanceTo('2026-02-03T11:00:00Z')
  expect((await stripe.events.list({ type: 'invoice.upcoming' })).data).toEqual([])
  await advanceTo('2026-02-03T13:00:00Z')
  const [upcoming] = (await stripe.events.list({ type: 'invoice.upcoming' })).data
  expect(upcoming?.data.object).toMatchObject({ amount_due: monthlyAmount, created: seconds('2026-02-10T12:00:00Z') })
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
})

test('a renewal invoice is a draft for an hour, although the new period has already started', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await advanceTo('2026-02-10T12:30:00Z')
  const draft = await latestInvoice(stripe, id)
  expect(draft).toMatchObject({ status: 'draft', number: null, confirmation_secret: null, amount_due: monthlyAmount })
  expect(toInstant(draft.next_payment_attempt)).toBe('2026-02-10T13:00')
  const renewing = await stripe.subscriptions.retrieve(id)
  expect(renewing.status).toBe('active')
  expect(toInstant(renewing.items.data[0]?.current_period_start)).toBe('2026-02-10T12:00')
  await advanceTo('2026-02-10T13:00:00Z')
  expect((await stripe.invoices.retrieve(draft.id)).status).toBe('paid')
})

test('each invoice has the metadata that the subscription had at the time', async () => {
  const { stripe, id, advanceTo } = await runSubscription()
  await stripe.subscriptions.update(id, { metadata: { subscription_id: '8' } })
  await advanceTo('2026-02-11T12:00:00Z')
  const { data } = await stripe.invoices.list({ subscription: id })
  expect(data.map(({ parent }) => parent?.subscription_details?.metadata?.subscription_id)).toEqual(['8', '7'])
})

test("invoices show the subscription's tax, whether exclusive or inclusive", async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const totals = async (inclusive: boolean) => {
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive })
    const subscription = await stripe.subscriptions.create({
      customer,
      default_payment_method: method.id,
      default_tax_rates: [rate.id],
      items: [
        { price_data: { currency: 'gbp', product: product.id, unit_amount: 2900, recurring: { interval: 'month' } } },
      ],
      expand: ['latest_invoice'],
    })
    const { total, total_excluding_tax, total_taxes } = subscription.latest_invoice as Stripe.Invoice
    return [total, total_excluding_tax, total_taxes?.[0]?.amount]
  }
  expect(await totals(false)).toEqual([3480, 2900, 580])
  expect(await totals(true)).toEqual([2900, 2417, 483])
})

test('steps that fell due while the sandbox was stopped run once at the next start', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  const { id: customer } = await first.stripe.customers.create()
  const { id } = await startSubscription(first.stripe, customer)
  await payInBrowser(first, id, 'pm_card_visa')
  const before = first.sandbox.clock()
  await first.sandbox.close()
  // Simulate a month without a running sandbox.
  const database = new DatabaseSync(dataFile)
  database.exec('insert into clock (id, offset_seconds) values (1, 33 * 24 * 60 * 60)')
  database.close()

  const second = await runSandbox({ dataFile })
  expect(second.sandbox.clock().getTime()).toBeGreaterThan(before.getTime())
  expect((await second.stripe.invoices.list({ subscription: id, status: 'paid' })).data).toHaveLength(2)
  await second.sandbox.close()

  const third = await runSandbox({ dataFile })
  expect((await third.stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
  third.sandbox.advanceClock({ days: 31 })
  const { data } = await third.stripe.invoices.list({ subscription: id, status: 'paid' })
  expect(data).toHaveLength(3)
  const created = data.map((invoice) => invoice.created)
  expect(created).toEqual(created.toSorted((a, b) => b - a))
})
