import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { expectRefusal, runSandbox } from '../testing/sandbox-test.ts'
import { monthlyAmount, payInBrowser, seconds, startSubscription } from '../testing/subscription-test.ts'

test('a coupon keeps the id with which it was created, and ids are unique', async () => {
  const { stripe } = await runSandbox()
  const coupon = {
    id: 'spring',
    amount_off: 500,
    currency: 'gbp',
    duration: 'repeating',
    duration_in_months: 3,
  } as const
  expect(await stripe.coupons.create(coupon)).toMatchObject({ ...coupon, percent_off: null, valid: true })
  await expectRefusal(stripe.coupons.create(coupon), { code: 'resource_already_exists' })
  expect(await stripe.coupons.retrieve('spring')).toMatchObject(coupon)
  const endless = stripe.coupons.create({ amount_off: 1, currency: 'gbp', duration: 'repeating' })
  await expectRefusal(endless, { param: 'duration_in_months' })
})

test.each([
  ['once', undefined, [500, 0, 0, 0]],
  ['repeating', 1, [500, 0, 0, 0]],
  ['repeating', 2, [500, 500, 0, 0]],
  ['forever', undefined, [500, 500, 500, 500]],
] as const)(
  'a coupon that applies %s (%s months) takes its amount off those invoices',
  async (duration, months, off) => {
    const { sandbox, stripe } = await runSandbox()
    const { id: coupon } = await stripe.coupons.create({
      amount_off: 500,
      currency: 'gbp',
      duration,
      ...(months && { duration_in_months: months }),
    })
    // Months end on the last day of a shorter one.
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds('2026-01-31T23:30:00Z') })
    const customer = await stripe.customers.create({ test_clock: clock.id })
    const { id, discounts, latest_invoice } = await startSubscription(stripe, customer.id, { discounts: [{ coupon }] })
    const intent = await findIntent(stripe, (latest_invoice as Stripe.Invoice).id ?? '')
    expect(intent.amount).toBe(monthlyAmount - 500)
    await payInBrowser({ sandbox, stripe }, id, 'pm_card_visa')
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds('2026-05-01T12:00:00Z') })

    const { data } = await stripe.invoices.list({ subscription: id, status: 'paid' })
    const oldestFirst = data.reverse()
    expect(oldestFirst.map(({ amount_paid }) => monthlyAmount - amount_paid)).toEqual(off)
    expect(oldestFirst[0]).toMatchObject({
      subtotal: monthlyAmount,
      total: monthlyAmount - 500,
      discounts,
      total_discount_amounts: [{ amount: 500, discount: discounts[0] }],
    })
    expect(oldestFirst[3]?.discounts).toEqual(duration === 'forever' ? discounts : [])
  },
)

test('a coupon in another currency, or an unknown one, is refused', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const { id: coupon } = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' })
  await expectRefusal(startSubscription(stripe, customer.id, { discounts: [{ coupon }] }), { param: 'discounts' })
  await expectRefusal(startSubscription(stripe, customer.id, { discounts: [{ coupon: 'none' }] }), {
    code: 'resource_missing',
  })
})

async function findIntent(stripe: Stripe, invoice: string) {
  const { data } = await stripe.invoicePayments.list({ invoice, expand: ['data.payment.payment_intent'] })
  return data[0]?.payment.payment_intent as Stripe.PaymentIntent
}
