import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { catchError, eventTypes, expectRefusal, pay, runSandbox, runWithProduct } from '../testing/sandbox-test.ts'

async function runWithCharge(card = 'visa') {
  const running = await runWithProduct()
  return { ...running, ...(await charged(running.stripe, card)) }
}

async function charged(stripe: Stripe, card = 'visa') {
  const { id, latest_charge } = await pay(stripe, card)
  return { intent: id, charge: String(latest_charge) }
}

const balance = async (stripe: Stripe) =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data.reduce((sum, { amount }) => sum + amount, 0)

test('a refund by payment or by charge returns part of the amount or the remainder', async () => {
  const { stripe, intent, charge } = await runWithCharge()
  const details = { amount: 1880, reason: 'requested_by_customer' as const, metadata: { request: '7' } }
  const partial = await stripe.refunds.create({ payment_intent: intent, ...details })
  expect(partial).toMatchObject({ ...details, status: 'succeeded', currency: 'gbp', charge, payment_intent: intent })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1880, refunded: false })

  const remaining = await stripe.refunds.create({ charge, expand: ['charge', 'balance_transaction'] })
  expect(remaining).toMatchObject({
    amount: 10000,
    charge: { amount_refunded: 11880, refunded: true },
    balance_transaction: { amount: -10000, fee: 0, net: -10000, type: 'refund', source: remaining.id },
  })
  expect(await balance(stripe)).toBe(0)
  expect(await stripe.refunds.retrieve(partial.id)).toEqual(partial)
  expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([
    remaining.id,
    partial.id,
  ])
  expect((await stripe.refunds.list({ charge: 'ch_other' })).data).toEqual([])
})

test('each refund sends a refund event and a charge event', async () => {
  const { stripe, charge } = await runWithCharge()
  await stripe.refunds.create({ charge, amount: 80 })
  const types = ['refund.created', 'charge.refunded']
  expect(await eventTypes(stripe, types)).toEqual(types)
  const { data } = await stripe.events.list({ type: 'charge.refunded' })
  expect(data[0]?.data).toMatchObject({
    object: { id: charge, amount_refunded: 80, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  })
})

test('refunds never exceed the amount paid', async () => {
  const { stripe, charge, intent } = await runWithCharge()
  const message = 'Refund amount (118.81 gbp) is greater than charge amount (118.80 gbp)'
  await expectRefusal(stripe.refunds.create({ charge, amount: 11881 }), { statusCode: 400, param: 'amount', message })
  await expectRefusal(stripe.refunds.create({ charge, amount: 0 }), { param: 'amount' })

  await stripe.refunds.create({ charge, amount: 11800 })
  const aboveRest = await catchError(stripe.refunds.create({ payment_intent: intent, amount: 81 }))
  expect(aboveRest.message).toBe('Refund amount (0.81 gbp) is greater than unrefunded amount on charge (0.80 gbp)')
  await stripe.refunds.create({ charge })
  await expectRefusal(stripe.refunds.create({ charge }), { code: 'charge_already_refunded' })
  expect((await stripe.refunds.list({ charge })).data).toHaveLength(2)
})

test('an unpaid payment cannot be refunded', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })
  const message = expect.stringContaining('does not have a successful charge to refund')
  await expectRefusal(stripe.refunds.create({ payment_intent: id }), { message })
  await catchError(pay(stripe, 'visa_chargeDeclined'))
  const [failed] = (await stripe.charges.list()).data
  await expectRefusal(stripe.refunds.create({ charge: failed?.id ?? '' }), { code: 'charge_not_refundable' })
  const [first, second] = [await charged(stripe), await charged(stripe)]
  const mixed = stripe.refunds.create({ charge: first.charge, payment_intent: second.intent })
  await expectRefusal(mixed, { param: 'charge' })
  expect((await catchError(stripe.refunds.create({}))).message).toContain('payment_intent or charge')
  await expectRefusal(stripe.refunds.create({ charge: 'ch_none' }), { code: 'resource_missing' })
  expect((await stripe.refunds.list()).data).toEqual([])
})

test('a slow refund is pending until the bank decides', async () => {
  const { sandbox, stripe, charge } = await runWithCharge('pendingRefund')
  const { id, status } = await stripe.refunds.create({ charge })
  expect(status).toBe('pending')
  expect((await stripe.charges.retrieve(charge)).refunded).toBe(true)

  expect(sandbox.settleRefunds()).toBe(1)
  expect(sandbox.settleRefunds()).toBe(0)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })
  expect(await eventTypes(stripe, ['refund.created', 'refund.updated', 'refund.failed'])).toEqual([
    'refund.created',
    'refund.updated',
  ])
})

test("a failed refund's money returns to the balance, and the charge can be refunded again", async () => {
  const { sandbox, stripe, product, charge } = await runWithCharge('refundFail')
  await stripe.refunds.create({ charge, amount: 1000 })
  sandbox.settleRefunds()
  const { id, status } = await stripe.refunds.create({ charge })
  expect(status).toBe('succeeded')
  await sandbox.idle()
  sandbox.settleRefunds()

  const failed = await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { amount: 11880, type: 'refund_failure', source: id },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false })
  expect(await balance(stripe)).toBe(11880)
  await sandbox.idle()
  expect(product.received.filter(({ type }) => type === 'refund.failed')).toHaveLength(2)
  expect((await stripe.refunds.create({ charge })).amount).toBe(11880)
})

test('any refund can be made to fail, but only once', async () => {
  const { sandbox, stripe, charge } = await runWithCharge()
  const { id } = await stripe.refunds.create({ charge })
  expect(sandbox.failRefund(id)).toMatchObject({ id, status: 'failed' })
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(0)
  expect(() => sandbox.failRefund(id)).toThrow(`Refund ${id} has failed already.`)
  expect(() => sandbox.failRefund('re_none')).toThrow("No such refund: 're_none'")
})

test('the bank settles a pending refund within about a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const { stripe } = await runSandbox()
    const { charge } = await charged(stripe, 'pendingRefund')
    const { id } = await stripe.refunds.create({ charge })
    vi.advanceTimersByTime(55_000)
    expect((await stripe.refunds.retrieve(id)).status).toBe('pending')
    vi.advanceTimersByTime(10_000)
    expect((await stripe.refunds.retrieve(id)).status).toBe('succeeded')
  } finally {
    vi.useRealTimers()
  }
})
