import { expect, test } from 'vitest'
import { expectRefusal, pay, runSandbox } from '../testing/sandbox-test.ts'

test('a list is paged newest first, forwards and backwards', async () => {
  const { stripe } = await runSandbox()
  const created: string[] = []
  for (let number = 0; number < 12; number += 1)
    created.unshift((await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })).id)
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

  const first = await stripe.paymentIntents.list()
  expect([ids(first), first.has_more]).toEqual([created.slice(0, 10), true])
  const older = await stripe.paymentIntents.list({ starting_after: created[9] })
  expect([ids(older), older.has_more]).toEqual([created.slice(10), false])
  const before = await stripe.paymentIntents.list({ ending_before: created[5], limit: 3 })
  expect([ids(before), before.has_more]).toEqual([created.slice(2, 5), true])
  const all = await stripe.paymentIntents.list({ limit: 5 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(created)
  const unknown = { code: 'resource_missing', param: 'starting_after' }
  await expectRefusal(stripe.paymentIntents.list({ starting_after: 'pi_x' }), unknown)
  await expectRefusal(stripe.paymentIntents.list({ limit: 101 }), { param: 'limit' })
})

test('lists can be filtered by customer, payment, type and time', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const mine = await pay(stripe, 'visa', { customer: customer.id })
  await pay(stripe)

  expect((await stripe.paymentIntents.list({ customer: customer.id })).data.map(({ id }) => id)).toEqual([mine.id])
  expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1)
  expect((await stripe.charges.list({ payment_intent: mine.id })).data).toHaveLength(1)
  const types = ['charge.succeeded', 'customer.created']
  expect((await stripe.events.list({ types })).data).toHaveLength(3)
  expect((await stripe.events.list({ type: 'customer.created' })).data).toHaveLength(1)
  const { created } = mine
  expect((await stripe.paymentIntents.list({ created: { gte: created - 5, lt: created + 60 } })).data).toHaveLength(2)
  expect((await stripe.paymentIntents.list({ created: { gt: created + 60 } })).data).toEqual([])
  const [event] = (await stripe.events.list({ types, created: { gte: created - 60 } })).data
  expect((await stripe.events.retrieve(event?.id ?? '')).type).toBe(event?.type)
})

test('balance transactions can be filtered by source, type, currency and time', async () => {
  const { stripe } = await runSandbox()
  const { latest_charge } = await pay(stripe)
  await pay(stripe, 'visa', { currency: 'usd' })
  const refund = await stripe.refunds.create({ charge: String(latest_charge), amount: 100 })

  const amounts = async (selection: object) =>
    (await stripe.balanceTransactions.list(selection)).data.map(({ amount }) => amount)
  expect(await amounts({})).toEqual([-100, 11880, 11880])
  expect(await amounts({ source: refund.id })).toEqual([-100])
  expect(await amounts({ type: 'charge' })).toEqual([11880, 11880])
  expect(await amounts({ currency: 'gbp', created: { gte: refund.created - 60 } })).toEqual([-100, 11880])
})

test('an unsupported event filter is refused', async () => {
  const { stripe } = await runSandbox()
  const both = stripe.events.list({ type: 'charge.succeeded', types: ['charge.failed'] })
  await expectRefusal(both, { statusCode: 400, param: 'types' })
  await expectRefusal(stripe.events.list({ type: 'charge.*' }), { statusCode: 400, param: 'type' })
})

test('expanded ids are replaced by objects', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const expand = ['customer', 'payment_method', 'latest_charge.balance_transaction']
  const intent = await pay(stripe, 'visa', { customer: customer.id, expand })
  expect(intent).toMatchObject({
    customer: { email: 'ada@example.com' },
    payment_method: { type: 'card' },
    latest_charge: { payment_intent: intent.id, balance_transaction: { type: 'charge' } },
  })
  const list = await stripe.charges.list({
    expand: ['data.payment_intent.latest_charge', 'data.balance_transaction.source'],
  })
  expect(list.data).toMatchObject([
    { payment_intent: { latest_charge: { object: 'charge' } }, balance_transaction: { source: { object: 'charge' } } },
  ])
  const plain = await stripe.paymentIntents.retrieve(intent.id)
  expect(plain.customer).toBe(customer.id)
})

test('an invalid expansion is refused, and the call changes nothing', async () => {
  const { stripe } = await runSandbox()
  for (const expand of [['metadata'], ['latest_charge.colour'], ['a.b.c.d.e']]) {
    await expectRefusal(pay(stripe, 'visa', { expand }), { statusCode: 400 })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  await expectRefusal(stripe.charges.list({ expand: ['payment_intent'] }), { param: 'expand' })
  const tooDeep = stripe.invoices.list({ expand: ['data.payments.data.payment.payment_intent'] })
  const message = expect.stringContaining('more than 4 levels')
  await expectRefusal(tooDeep, { statusCode: 400, param: 'expand', message })
})

test('a balance transaction can be retrieved by its id', async () => {
  const { stripe } = await runSandbox()
  await pay(stripe)
  const [charge] = (await stripe.charges.list()).data
  const movement = await stripe.balanceTransactions.retrieve(String(charge?.balance_transaction))
  expect(movement).toMatchObject({ amount: 11880, fee: 198, net: 11682, source: charge?.id })
  expect((await stripe.charges.retrieve(charge?.id ?? '')).balance_transaction).toBe(movement.id)
})
