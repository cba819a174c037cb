import { expect, test, vi } from 'vitest'
import { errorOf, runProduct, runSandbox, webhookSecret } from '../testing/sandbox-test.ts'

type Stripe = Awaited<ReturnType<typeof runSandbox>>['stripe']

async function pay(stripe: Stripe, card = 'visa') {
  const { id, latest_charge } = await stripe.paymentIntents.create({
    amount: 11880,
    currency: 'gbp',
    allowed_payment_method_types: ['card'],
    payment_method: `pm_card_${card}`,
    confirm: true,
  })
  return { intent: id, charge: String(latest_charge) }
}

async function eventTypes(stripe: Stripe, types: string[]) {
  const { data } = await stripe.events.list({ types, limit: 100 })
  return data.map(({ type }) => type).reverse()
}

const balance = async (stripe: Stripe) =>
  (await stripe.balanceTransactions.list({ limit: 100 })).data.reduce((sum, { amount }) => sum + amount, 0)

test('a refund gives back what is left of a payment, by its payment or its charge', async () => {
  const { stripe } = await runSandbox()
  const { intent, charge } = await pay(stripe)
  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 1880,
    reason: 'requested_by_customer',
    metadata: { request: '7' },
  })
  expect(part).toMatchObject({
    status: 'succeeded',
    amount: 1880,
    currency: 'gbp',
    charge,
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: { request: '7' },
  })
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1880, refunded: false })

  const rest = await stripe.refunds.create({ charge, expand: ['charge', 'balance_transaction'] })
  expect(rest).toMatchObject({
    amount: 10000,
    charge: { amount_refunded: 11880, refunded: true },
    balance_transaction: { amount: -10000, fee: 0, net: -10000, type: 'refund', source: rest.id },
  })
  expect(await balance(stripe)).toBe(0)
  expect(await stripe.refunds.retrieve(part.id)).toEqual(part)
  expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([rest.id, part.id])
  expect((await stripe.refunds.list({ charge: 'ch_other' })).data).toEqual([])
})

test('each refund is told twice: as a refund and as a change of its charge', async () => {
  const { stripe } = await runSandbox()
  const { charge } = await pay(stripe)
  await stripe.refunds.create({ charge, amount: 80 })
  const types = ['refund.created', 'charge.refunded']
  expect(await eventTypes(stripe, types)).toEqual(types)
  const { data } = await stripe.events.list({ type: 'charge.refunded' })
  expect(data[0]?.data).toMatchObject({
    object: { id: charge, amount_refunded: 80, refunded: false },
    previous_attributes: { amount_refunded: 0 },
  })
})

test('no more is given back than was paid', async () => {
  const { stripe } = await runSandbox()
  const { charge, intent } = await pay(stripe)
  const tooMuch = await errorOf(stripe.refunds.create({ charge, amount: 11881 }))
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(tooMuch.message).toBe('Refund amount (118.81 gbp) is greater than charge amount (118.80 gbp)')
  expect(await errorOf(stripe.refunds.create({ charge, amount: 0 }))).toMatchObject({ param: 'amount' })

  await stripe.refunds.create({ charge, amount: 11800 })
  const aboveRest = await errorOf(stripe.refunds.create({ payment_intent: intent, amount: 81 }))
  expect(aboveRest.message).toBe('Refund amount (0.81 gbp) is greater than unrefunded amount on charge (0.80 gbp)')
  await stripe.refunds.create({ charge })
  expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' })
  expect((await stripe.refunds.list({ charge })).data).toHaveLength(2)
})

test('what was never paid is not refunded', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })
  expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).message).toContain(
    'does not have a successful charge to refund',
  )
  await errorOf(
    stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa_chargeDeclined',
      return_url: 'https://shop.example',
    }),
  )
  const { data } = await stripe.charges.list({ payment_intent: id })
  expect(await errorOf(stripe.refunds.create({ charge: data[0]?.id ?? '' }))).toMatchObject({
    code: 'charge_not_refundable',
  })
  const [one, other] = [await pay(stripe), await pay(stripe)]
  const mixed = stripe.refunds.create({ charge: one.charge, payment_intent: other.intent })
  expect(await errorOf(mixed)).toMatchObject({ param: 'charge' })
  expect((await errorOf(stripe.refunds.create({}))).message).toContain('payment_intent or charge')
  expect(await errorOf(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({ code: 'resource_missing' })
  expect((await stripe.refunds.list()).data).toEqual([])
})

test('a refund asked for twice under one key is one refund', async () => {
  const { stripe } = await runSandbox()
  const { charge } = await pay(stripe)
  const ask = () => stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: 'refund-7' })
  expect((await ask()).id).toBe((await ask()).id)
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(100)
})

test('a refund that takes its time is pending until the bank answers', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { charge } = await pay(stripe, 'pendingRefund')
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

test('a refund that fails later comes back to the account, and the charge can be refunded again', async () => {
  const product = await runProduct()
  const { sandbox, stripe } = await runSandbox({ webhook: { url: product.url, secret: webhookSecret } })
  const { charge } = await pay(stripe, 'refundFail')
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

test('any refund can be made to fail, once', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { charge } = await pay(stripe)
  const { id } = await stripe.refunds.create({ charge })
  expect(sandbox.failRefund(id)).toMatchObject({ id, status: 'failed' })
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(0)
  expect(() => sandbox.failRefund(id)).toThrow(`Refund ${id} has failed already.`)
  expect(() => sandbox.failRefund('re_none')).toThrow("No such refund: 're_none'")
})

test('the bank answers by itself after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const { stripe } = await runSandbox()
    const { charge } = await pay(stripe, 'pendingRefund')
    const { id } = await stripe.refunds.create({ charge })
    vi.advanceTimersByTime(55_000)
    expect((await stripe.refunds.retrieve(id)).status).toBe('pending')
    vi.advanceTimersByTime(10_000)
    expect((await stripe.refunds.retrieve(id)).status).toBe('succeeded')
  } finally {
    vi.useRealTimers()
  }
})
