import { expect, test } from 'vitest'
import { catchError, eventTypes, expectRefusal, paid, pay, runSandbox } from '../testing/sandbox-test.ts'

const unexpectedState = { code: 'payment_method_unexpected_state' }

test('a card is attached to a customer, pays repeatedly and is detached', async () => {
  const { stripe } = await runSandbox()
  const ada = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: ada.id })
  expect(card).toMatchObject({ customer: ada.id, card: { brand: 'mastercard', last4: '4444' } })
  for (let time = 0; time < 2; time += 1) {
    expect((await pay(stripe, '', { customer: ada.id, payment_method: card.id })).status).toBe('succeeded')
  }
  expect((await stripe.paymentMethods.detach(card.id)).customer).toBeNull()
  await expectRefusal(stripe.paymentMethods.detach(card.id), unexpectedState)
  await expectRefusal(stripe.paymentMethods.attach(card.id, { customer: ada.id }), { statusCode: 400 })
  const types = ['payment_method.attached', 'payment_method.detached']
  expect(await eventTypes(stripe, types)).toEqual(types)
})

test("one customer's card cannot pay for another customer", async () => {
  const { stripe } = await runSandbox()
  const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id })
  for (const customer of [bob.id, undefined]) {
    const error = await catchError(stripe.paymentIntents.create({ ...paid, customer, payment_method: card.id }))
    expect(error.message).toContain('belongs to a Customer')
  }
  await expectRefusal(stripe.paymentMethods.attach(card.id, { customer: bob.id }), unexpectedState)
})

test('a card that has paid without a customer cannot be used again', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  await pay(stripe, '', { payment_method: id })
  expect((await catchError(pay(stripe, '', { payment_method: id }))).message).toContain('It may not be used again')
})

test('attaching a card checks it with the bank first', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const declined = { statusCode: 402, code: 'card_declined' }
  await expectRefusal(stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer }), declined)
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await expectRefusal(pay(stripe, '', { customer, payment_method: id }), declined)
})

test('raw card numbers are refused and never logged', async () => {
  const { sandbox, stripe } = await runSandbox()
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '987' }
  const refusal = { statusCode: 402, param: 'card[number]' }
  await expectRefusal(stripe.paymentMethods.create({ type: 'card', card }), refusal)
  expect(JSON.stringify([sandbox.exchanges(), sandbox.objects()])).not.toMatch(/42424242|"987"/)
})

test('invalid tokens and unsupported types are refused', async () => {
  const { stripe } = await runSandbox()
  const gold = { type: 'card' as const, card: { token: 'tok_gold' } }
  await expectRefusal(stripe.paymentMethods.create(gold), { code: 'resource_missing', param: 'card[token]' })
  await expectRefusal(stripe.paymentMethods.create({ type: 'card' }), { code: 'parameter_missing' })
  await expectRefusal(stripe.paymentMethods.create({ type: 'klarna' }), { param: 'type' })
})

test('a payment with future usage attaches the card to the customer', async () => {
  const { stripe } = await runSandbox()
  const { id: customer } = await stripe.customers.create()
  const futureUse = { customer, setup_future_usage: 'off_session' as const, expand: ['payment_method'] }
  expect((await pay(stripe, 'visa', futureUse)).payment_method).toMatchObject({ customer })
})

test("a customer's cards are listed newest first, and only those to be offered again if so asked", async () => {
  const { sandbox, stripe } = await runSandbox()
  const [ada, bob] = [await stripe.customers.create(), await stripe.customers.create()]
  const keep = async (token: string, customer: string, allow_redisplay?: 'always') => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token }, allow_redisplay })
    sandbox.advanceClock({ hours: 1 })
    return stripe.paymentMethods.attach(id, { customer })
  }
  const visa = await keep('tok_visa', ada.id, 'always')
  const mastercard = await keep('tok_mastercard', ada.id)
  await keep('tok_amex', bob.id, 'always')
  const list = async (filter = {}) =>
    (await stripe.customers.listPaymentMethods(ada.id, { type: 'card', ...filter })).data.map(({ id }) => id)

  expect(visa.allow_redisplay).toBe('always')
  expect(mastercard.allow_redisplay).toBe('unspecified')
  expect(await list()).toEqual([mastercard.id, visa.id])
  expect(await list({ allow_redisplay: 'always' })).toEqual([visa.id])
  await stripe.paymentMethods.detach(visa.id)
  expect(await list()).toEqual([mastercard.id])
  await expectRefusal(stripe.customers.listPaymentMethods('cus_nobody'), { code: 'resource_missing' })
})

test("detaching a customer's default card leaves the customer without one", async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.customers.create()
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
  const choosing = { invoice_settings: { default_payment_method: card.id } }
  expect((await stripe.customers.update(id, choosing)).invoice_settings.default_payment_method).toBe(card.id)
  await stripe.paymentMethods.detach(card.id)
  expect(await stripe.customers.retrieve(id)).toMatchObject({ invoice_settings: { default_payment_method: null } })
})
