import { expect, test } from 'vitest'
import { errorOf, runSandbox } from '../testing/sandbox-test.ts'

const price = { amount: 11880, currency: 'gbp', allowed_payment_method_types: ['card' as const], confirm: true }

test('a card is attached to a customer, pays for that customer, and is detached', async () => {
  const { stripe } = await runSandbox()
  const ada = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: ada.id })
  expect(card).toMatchObject({ customer: ada.id, card: { brand: 'mastercard', last4: '4444' } })
  for (let time = 0; time < 2; time += 1) {
    const paid = await stripe.paymentIntents.create({ ...price, customer: ada.id, payment_method: card.id })
    expect(paid.status).toBe('succeeded')
  }
  expect((await stripe.paymentMethods.detach(card.id)).customer).toBeNull()
  expect(await errorOf(stripe.paymentMethods.detach(card.id))).toMatchObject({
    code: 'payment_method_unexpected_state',
  })
  expect(await errorOf(stripe.paymentMethods.attach(card.id, { customer: ada.id }))).toMatchObject({ statusCode: 400 })
  const { data } = await stripe.events.list({ types: ['payment_method.attached', 'payment_method.detached'] })
  expect(data.map(({ type }) => type)).toEqual(['payment_method.detached', 'payment_method.attached'])
})

test('a card of one customer does not pay for another', async () => {
  const { stripe } = await runSandbox()
  const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id })
  for (const customer of [bob.id, undefined]) {
    const error = await errorOf(stripe.paymentIntents.create({ ...price, customer, payment_method: card.id }))
    expect(error.message).toContain('belongs to a Customer')
  }
  expect(await errorOf(stripe.paymentMethods.attach(card.id, { customer: bob.id }))).toMatchObject({
    code: 'payment_method_unexpected_state',
  })
})

test('a card that paid without a customer is used up', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  await stripe.paymentIntents.create({ ...price, payment_method: id })
  expect((await errorOf(stripe.paymentIntents.create({ ...price, payment_method: id }))).message).toContain(
    'It may not be used again',
  )
})

test('the bank is asked when a card is attached', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  expect(await errorOf(stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer }))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })
  const dunning = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  expect(await errorOf(stripe.paymentIntents.create({ ...price, customer, payment_method: dunning.id }))).toMatchObject(
    {
      code: 'card_declined',
    },
  )
})

test('card numbers are never accepted, and never kept in the list of calls', async () => {
  const { sandbox, stripe } = await runSandbox()
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '987' }
  const error = await errorOf(stripe.paymentMethods.create({ type: 'card', card }))
  expect(error).toMatchObject({ statusCode: 402, param: 'card[number]' })
  expect(JSON.stringify([sandbox.exchanges(), sandbox.objects()])).not.toMatch(/42424242|"987"/)
})

test('unknown tokens and other types are refused', async () => {
  const { stripe } = await runSandbox()
  expect(await errorOf(stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_gold' } }))).toMatchObject({
    code: 'resource_missing',
    param: 'card[token]',
  })
  expect(await errorOf(stripe.paymentMethods.create({ type: 'card' }))).toMatchObject({ code: 'parameter_missing' })
  expect(await errorOf(stripe.paymentMethods.create({ type: 'klarna' }))).toMatchObject({ param: 'type' })
})

test('a card is kept for later when the payment says so', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const later = { ...price, customer, payment_method: 'pm_card_visa', setup_future_usage: 'off_session' as const }
  const paid = await stripe.paymentIntents.create({ ...later, expand: ['payment_method'] })
  expect(paid.payment_method).toMatchObject({ customer })
})
