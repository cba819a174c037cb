import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { buyerIn, listPurchases, makeOrder, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(async () => {
  // Pending webhooks would keep the server open.
  await app.settle()
  await app.close()
})

const orderInDollars = (member: Parameters<typeof makeOrder>[0]) =>
  makeOrder(member, 'my-future-basic', undefined, 'international')
test('dollar payments can be made by card or PayPal, and pound payments only by card', async () => {
  const ada = await app.quickMember()
  const dollarPurchase = await startPaying(ada, 'my-future-basic', undefined, 'international')
  const poundPurchase = await startPaying(ada, 'biz-future-basic')

  const [dollarPayment] = paymentsAtProvider(app, dollarPurchase.id)
  const [poundPayment] = paymentsAtProvider(app, poundPurchase.id)
  expect(dollarPayment).toMatchObject({ amount: 10_890, currency: 'usd', payment_method_types: ['card', 'paypal'] })
  expect(poundPayment).toMatchObject({ amount: 11_880, currency: 'gbp', payment_method_types: ['card'] })
  expect(await listPurchases(app, ada)).toMatchObject([
    { currency: 'USD', net: 9_900, tax: 990, total: 10_890, tax_label: 'Tax', billing_country: 'US' },
    { currency: 'GBP', net: 9_900, tax: 1_980, total: 11_880, tax_label: 'VAT (20%)', billing_country: null },
  ])
})

test('a buyer in the United Kingdom cannot be charged in dollars', async () => {
  const ada = await app.quickMember()
  const order = await orderInDollars(ada)
  const { status, body } = await ada.post('/api/purchases', { ...order, buyer: { ...order.buyer, country: 'GB' } })
  expect([status, body.code]).toEqual([409, 'uk-buyer-pays-pounds'])
  expect(body.message).toContain('you pay in pounds')
  expect(await listPurchases(app, ada)).toEqual([])
})

test('a dollar purchase requires a valid country', async () => {
  const ada = await app.quickMember()
  const order = await orderInDollars(ada)
  const invalidBuyers = [undefined, ...[null, '', 'XX', 'us'].map((country) => ({ ...order.buyer, country }))]
  for (const buyer of invalidBuyers) {
    const { status, body } = await ada.post('/api/purchases', { ...order, buyer })
    expect([status, body.errors]).toEqual([400, { 'buyer.country': 'Choose your country' }])
  }
  expect(await listPurchases(app, ada)).toEqual([])
})

test('changing from dollars to pounds cancels the dollar payment', async () => {
  const ada = await app.quickMember()
  const dollarPurchase = await startPaying(ada, 'my-future-basic', undefined, 'international')
  const poundPurchase = await startPaying(ada, 'my-future-basic')

  expect(paymentsAtProvider(app, dollarPurchase.id)).toMatchObject([{ status: 'canceled', currency: 'usd' }])
  expect(paymentsAtProvider(app, poundPurchase.id)).toMatchObject([
    { status: 'requires_payment_method', currency: 'gbp' },
  ])
  expect(await listPurchases(app, ada)).toMatchObject([{ status: 'cancelled' }, { status: 'pending' }])
})

test('a payment waiting at PayPal is cancelled only if the member agrees', async () => {
  const ada = await app.quickMember()
  const dollarPurchase = await startPaying(ada, 'my-future-basic', undefined, 'international')
  await leaveForPaypal(dollarPurchase.clientSecret)

  const refused = await ada.post('/api/purchases', await makeOrder(ada))
  expect([refused.status, refused.body.code]).toEqual([409, 'payment-at-bank'])
  const accepted = await ada.post('/api/purchases', { ...(await makeOrder(ada)), cancelsOther: true })
  expect(accepted.status).toBe(200)
  expect(paymentsAtProvider(app, dollarPurchase.id)).toMatchObject([{ status: 'canceled' }])
})

test('returning from PayPal without paying leaves the purchase open', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada, 'my-future-basic', undefined, 'international')
  const page = await leaveForPaypal(clientSecret)
  const confirm = async () => (await ada.post(`/api/purchases/${id}/confirmation`)).body.data

  expect(await confirm()).toMatchObject({ status: 'pending', isOpen: false })
  await answerPaypal(page, 'cancel')
  expect(await confirm()).toMatchObject({ status: 'pending', isOpen: true })

  const restarted = await startPaying(ada, 'my-future-basic', undefined, 'international')
  expect(restarted).toMatchObject({ id, clientSecret })
  await answerPaypal(await leaveForPaypal(clientSecret), 'complete')
  expect(await confirm()).toMatchObject({ status: 'completed', isOpen: false, currency: 'USD', total: 10_890 })
})

const company = {
  kind: 'business',
  companyName: '  Analytical <b>Engines</b> Ltd ',
  vatNumber: 'gb 123 4567 89',
  address: ['12 St James’s Square', 'London SW1Y 4JH'],
  country: 'GB',
}

test('a business gets a full invoice, and its package starts immediately', async () => {
  const ada = await app.quickMember()
  const { consents, ...order } = await makeOrder(ada, 'biz-future-basic')
  const { version } = consents
  const { body } = await ada.post('/api/purchases', { ...order, consents: { version }, buyer: company })
  await app.pay(body.data.clientSecret)
  const { body: confirmed } = await ada.post(`/api/purchases/${body.data.purchase.id}/confirmation`)
  await app.settle()

  const [stored] = await listPurchases(app, ada)
  expect(stored).toMatchObject({
    buyer_kind: 'business',
    company_name: 'Analytical <b>Engines</b> Ltd',
    vat_number: 'GB123456789',
    billing_address: company.address,
    billing_country: 'GB',
    consent_start_now: false,
    consent_version: version,
    consent_at: expect.any(Date),
  })
  expect(confirmed.data.startsAt).toBe(stored.completed_at.toISOString())
  const [{ content }] = await app.rows('select content from document where purchase_id = $1', stored.id)
  expect(content.buyer).toMatchObject({
    companyName: 'Analytical <b>Engines</b> Ltd',
    vatNumber: 'GB123456789',
    address: company.address,
    country: 'GB',
  })
  const [email] = await emailsTo(app, ada.person.email, 'payment received')
  expect(email?.text).toContain('The 14-day right to cancel is for consumers, so it doesn’t apply.')
  expect(email?.text).not.toContain('within 14 days')
})

test.each([
  ['a business without a name', { companyName: '  ' }, 'companyName', 'Company name is required'],
  ['a business with no name at all', { companyName: null }, 'companyName', 'Company name is required'],
  ['a business without an address', { address: null }, 'address', 'Billing address is required'],
  ['an empty address', { address: [] }, 'address', 'Billing address is required'],
  ['a business without a country', { country: null }, 'country', 'Choose your country'],
  [
    'a UK VAT number of eight digits',
    { vatNumber: 'GB12345678' },
    'vatNumber',
    'A UK VAT number has 9 digits, for example GB 123 4567 89',
  ],
  [
    'text instead of a VAT number from another country',
    { vatNumber: 'WE HAVE NONE', country: 'DE' },
    'vatNumber',
    'A VAT number has letters and digits, for example DE123456789',
  ],
  [
    'a consumer with a VAT number',
    { kind: 'consumer', companyName: null },
    'vatNumber',
    'Leave this empty unless you’re buying for a business',
  ],
])('refuses %s with a message for the field', async (_, changes, field, message) => {
  const ada = await app.quickMember()
  const { status, body } = await ada.post('/api/purchases', {
    ...(await makeOrder(ada)),
    buyer: { ...company, ...changes },
  })
  expect(status).toBe(400)
  expect(body.errors).toMatchObject({ [`buyer.${field}`]: message })
})

test.each([
  ['GB', '123456789'],
  ['GB', 'GB 123 4567 89 001'],
  ['GB', 'GBGD123'],
  ['DE', 'DE 811 128 135'],
  ['US', '12-3456789'],
])('accepts a business in %s with the VAT number %s', async (country, vatNumber) => {
  const ada = await app.quickMember()
  const order = await makeOrder(ada)
  expect((await ada.post('/api/purchases', { ...order, buyer: { ...company, country, vatNumber } })).status).toBe(200)
})

test("changing the buyer's details starts a new purchase", async () => {
  const ada = await app.quickMember()
  const consumerPurchase = await startPaying(ada)
  const companyPurchase = await ada.post('/api/purchases', { ...(await makeOrder(ada)), buyer: company })

  expect(companyPurchase.body.data.purchase.id).not.toBe(consumerPurchase.id)
  expect(paymentsAtProvider(app, consumerPurchase.id)).toMatchObject([{ status: 'canceled' }])
  const repeated = await ada.post('/api/purchases', { ...(await makeOrder(ada)), buyer: company })
  expect(repeated.body.data.purchase.id).toBe(companyPurchase.body.data.purchase.id)
})

test('a consumer can ask for a full invoice', async () => {
  const ada = await app.quickMember()
  const buyer = { ...buyerIn('uk'), address: ['1 High Street', 'Leeds'], country: 'GB' }
  await ada.post('/api/purchases', { ...(await makeOrder(ada)), buyer })
  expect(await listPurchases(app, ada)).toMatchObject([{ buyer_kind: 'consumer', billing_address: buyer.address }])
})

/**
 * Confirms the payment as the provider's script does.
 * @returns the page on which the payer decides
 */
async function leaveForPaypal(clientSecret: string): Promise<string> {
  const [intent] = clientSecret.split('_secret')
  const body = new URLSearchParams({
    key: app.keys.publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'paypal',
    return_url: 'http://localhost:5001/confirmation',
  })
  const response = await fetch(`${app.sandbox.url}/v1/payment_intents/${intent}/confirm`, { method: 'POST', body })
  const { next_action: next } = (await response.json()) as { next_action: { redirect_to_url: { url: string } } }
  return next.redirect_to_url.url
}

async function answerPaypal(page: string, outcome: 'complete' | 'cancel') {
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }) })
  await response.text()
}
