import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'

const paid = {
  amount: 11880,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}

test('a list comes newest first, in pages, forwards and backwards', async () => {
  const { stripe } = await runSandbox()
  const made: string[] = []
  for (let number = 0; number < 12; number += 1)
    made.unshift((await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' })).id)
  const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

  const first = await stripe.paymentIntents.list()
  expect([ids(first), first.has_more]).toEqual([made.slice(0, 10), true])
  const rest = await stripe.paymentIntents.list({ starting_after: made[9] })
  expect([ids(rest), rest.has_more]).toEqual([made.slice(10), false])
  const before = await stripe.paymentIntents.list({ ending_before: made[5], limit: 3 })
  expect([ids(before), before.has_more]).toEqual([made.slice(2, 5), true])
  const all = await stripe.paymentIntents.list({ limit: 5 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(made)
  expect(await errorOf(stripe.paymentIntents.list({ starting_after: 'pi_x' }))).toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  })
  expect(await errorOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
})

test('lists can be narrowed by customer, payment, type and time', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create()
  const mine = await stripe.paymentIntents.create({ ...paid, customer: customer.id })
  await stripe.paymentIntents.create(paid)

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

test('movements of money can be narrowed by what moved it', async () => {
  const { stripe } = await runSandbox()
  const { latest_charge } = await stripe.paymentIntents.create(paid)
  await stripe.paymentIntents.create({ ...paid, currency: 'usd' })
  const refund = await stripe.refunds.create({ charge: String(latest_charge), amount: 100 })

  const amounts = async (selection: object) =>
    (await stripe.balanceTransactions.list(selection)).data.map(({ amount }) => amount)
  expect(await amounts({})).toEqual([-100, 11880, 11880])
  expect(await amounts({ source: refund.id })).toEqual([-100])
  expect(await amounts({ type: 'charge' })).toEqual([11880, 11880])
  expect(await amounts({ currency: 'gbp', created: { gte: refund.created - 60 } })).toEqual([-100, 11880])
})

test('a selection of events that the sandbox does not understand is refused', async () => {
  const { stripe } = await runSandbox()
  const both = stripe.events.list({ type: 'charge.succeeded', types: ['charge.failed'] })
  expect(await errorOf(both)).toMatchObject({ statusCode: 400, param: 'types' })
  expect(await errorOf(stripe.events.list({ type: 'charge.*' }))).toMatchObject({ statusCode: 400, param: 'type' })
})

test('ids become objects where the caller asks for it', async () => {
  const { stripe } = await runSandbox()
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const intent = await stripe.paymentIntents.create({
    ...paid,
    customer: customer.id,
    expand: ['customer', 'payment_method', 'latest_charge.balance_transaction'],
  })
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

test('what cannot be expanded is refused, and the refused call changes nothing', async () => {
  const { stripe } = await runSandbox()
  for (const expand of [['metadata'], ['latest_charge.colour'], ['a.b.c.d.e']]) {
    expect(await errorOf(stripe.paymentIntents.create({ ...paid, expand }))).toMatchObject({ statusCode: 400 })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
  expect(await errorOf(stripe.charges.list({ expand: ['payment_intent'] }))).toMatchObject({ param: 'expand' })
})

test('a balance transaction is read by its id', async () => {
  const { stripe } = await runSandbox()
  await stripe.paymentIntents.create(paid)
  const [charge] = (await stripe.charges.list()).data
  const movement = await stripe.balanceTransactions.retrieve(String(charge?.balance_transaction))
  expect(movement).toMatchObject({ amount: 11880, fee: 198, net: 11682, source: charge?.id })
  expect((await stripe.charges.retrieve(charge?.id ?? '')).balance_transaction).toBe(movement.id)
})
