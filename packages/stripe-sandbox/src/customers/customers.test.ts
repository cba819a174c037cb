import { expect, test } from 'vitest'
import { expectRefusal, runSandbox } from '../testing/sandbox-test.ts'

test('a customer is created, retrieved and updated', async () => {
  const { stripe } = await runSandbox()
  const created = await stripe.customers.create({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    address: { line1: '1 High Street', country: 'GB' },
    metadata: { member: '7', note: 'first' },
  })
  expect(created).toMatchObject({ address: { line1: '1 High Street', city: null, country: 'GB' } })
  const changed = await stripe.customers.update(created.id, { name: '', metadata: { note: '', level: '2' } })
  expect(changed).toMatchObject({ email: 'ada@example.com', name: null })
  expect(changed.metadata).toEqual({ member: '7', level: '2' })
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({ name: null, metadata: { level: '2' } })
})

test('an update event contains the previous values of only those fields that changed', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.customers.create({ name: 'Ada', email: 'ada@example.com' })
  await stripe.customers.update(id, { name: 'Countess', email: 'ada@example.com' })
  await stripe.customers.update(id, { name: 'Countess' })
  const { data } = await stripe.events.list({ type: 'customer.updated' })
  expect(data.map(({ data: { previous_attributes } }) => previous_attributes)).toEqual([{ name: 'Ada' }])
})

test('a customer that does not exist is a 404, and unknown parameters and excess metadata are refused', async () => {
  const { stripe } = await runSandbox()
  await expectRefusal(stripe.customers.retrieve('cus_x'), { statusCode: 404, code: 'resource_missing' })
  await expectRefusal(stripe.customers.create({ shoe_size: 7 } as object), { code: 'parameter_unknown' })
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 'x']))
  await expectRefusal(stripe.customers.create({ metadata: many }), { param: 'metadata' })
  const long = stripe.customers.create({ metadata: { long: 'x'.repeat(501) } })
  await expectRefusal(long, { param: 'metadata[long]' })
})

test('metadata keys may be digits', async () => {
  const { stripe } = await runSandbox()
  const { metadata } = await stripe.customers.create({ metadata: { 0: 'zero', 1: 'one' } })
  expect(metadata).toEqual({ 0: 'zero', 1: 'one' })
})

test('only an attached card can become the default, and detaching it clears the default', async () => {
  const { stripe } = await runSandbox()
  const { id } = await stripe.customers.create()
  const loose = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  const settings = { invoice_settings: { default_payment_method: loose.id } }
  await expectRefusal(stripe.customers.update(id, settings), { code: 'resource_missing' })

  await stripe.paymentMethods.attach(loose.id, { customer: id })
  const expand = ['invoice_settings.default_payment_method']
  const customer = await stripe.customers.update(id, { ...settings, expand })
  expect(customer.invoice_settings.default_payment_method).toMatchObject({ card: { last4: '4242' } })
  await stripe.paymentMethods.detach(loose.id)
  expect(await stripe.customers.retrieve(id)).toMatchObject({ invoice_settings: { default_payment_method: null } })
})
