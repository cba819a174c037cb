import { expect, test } from 'vitest'
import { expectRefusal, runSandbox } from '../testing/sandbox-test.ts'

test('a product keeps the id with which it was created, and ids are unique', async () => {
  const { stripe } = await runSandbox()
  const product = await stripe.products.create({ id: 'my-future-x', name: 'MY FUTURE X', metadata: { kind: 'plan' } })
  expect(product).toMatchObject({ id: 'my-future-x', active: true })
  const duplicate = stripe.products.create({ id: 'my-future-x', name: 'Another' })
  await expectRefusal(duplicate, { code: 'resource_already_exists' })
  expect(await stripe.products.update('my-future-x', { name: 'X', active: false })).toMatchObject({
    name: 'X',
    active: false,
    metadata: { kind: 'plan' },
  })
  const unnamed = await stripe.products.create({ name: 'Another' })
  const listIds = async (active: boolean) => (await stripe.products.list({ active })).data.map(({ id }) => id)
  expect(await listIds(true)).toEqual([unnamed.id])
  expect(await listIds(false)).toEqual(['my-future-x'])
  expect(await stripe.products.retrieve('my-future-x')).toMatchObject({ name: 'X' })
})

test('a price belongs to a product, and its amount cannot change', async () => {
  const { stripe } = await runSandbox()
  const product = await stripe.products.create({ name: 'MY FUTURE X' })
  const priceData = { currency: 'gbp', product: product.id, unit_amount: 3480 }
  const monthly = await stripe.prices.create({
    ...priceData,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    expand: ['product'],
  })
  expect(monthly).toMatchObject({ type: 'recurring', unit_amount: 3480, product: { name: 'MY FUTURE X' } })
  const once = await stripe.prices.create(priceData)
  expect(once).toMatchObject({ type: 'one_time', recurring: null })
  await expectRefusal(stripe.prices.create({ ...priceData, lookup_key: 'monthly' }), { param: 'lookup_key' })
  await expectRefusal(stripe.prices.create({ ...priceData, product: 'prod_none' }), { code: 'resource_missing' })
  const repriced = stripe.prices.update(once.id, { unit_amount: 1 } as object)
  await expectRefusal(repriced, { code: 'parameter_unknown' })
  expect(await stripe.prices.update(once.id, { active: false, nickname: 'old' })).toMatchObject({ active: false })
  expect((await stripe.prices.list({ lookup_keys: ['monthly'] })).data).toMatchObject([{ id: monthly.id }])
  expect((await stripe.prices.list({ product: product.id, active: true })).data).toHaveLength(1)
  expect(await stripe.prices.retrieve(once.id)).toMatchObject({ nickname: 'old' })
})

test("a tax rate's description can change, but its percentage cannot", async () => {
  const { stripe } = await runSandbox()
  const vat = { display_name: 'VAT', percentage: 17.5, inclusive: true }
  const rate = await stripe.taxRates.create({ ...vat, country: 'GB', tax_type: 'vat' })
  expect(rate).toMatchObject({ percentage: 17.5, inclusive: true, active: true })
  expect(await stripe.taxRates.update(rate.id, { display_name: 'UK VAT', active: false })).toMatchObject({
    display_name: 'UK VAT',
    country: 'GB',
    active: false,
  })
  await expectRefusal(stripe.taxRates.create({ ...vat, percentage: 101 }), { param: 'percentage' })
  expect((await stripe.taxRates.list({ active: true })).data).toEqual([])
  expect((await stripe.taxRates.list({ inclusive: true })).data).toMatchObject([{ id: rate.id }])
  expect(await stripe.taxRates.retrieve(rate.id)).toMatchObject({ display_name: 'UK VAT' })
})
