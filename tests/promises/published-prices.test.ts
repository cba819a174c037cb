import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import { markets, PackageList } from '#features/catalogue/web/public.tsx'
import type { Company } from '#features/company/contract.ts'
import { organisationData, serviceData } from '#features/marketing/web/structured-data.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { startApp } from '../support/app/start-app.ts'
import { startPaying } from '../support/given/checkout.ts'
import { emailsTo } from '../support/given/received-emails.ts'

const page = { url: 'https://example.org/services/x', publicUrl: 'https://example.org' }

test('the card, the structured data and the checkout show the same amounts in both markets', async () => {
  await using app = await startApp()
  const { packages, company } = await readOffers(app)
  expect(packages).toHaveLength(6)

  for (const offer of packages) {
    const { uk, international } = offer.prices
    const card = cardText(offer)
    expect(card).toContain(`£${toDecimal(uk.total)} incl. VAT`)
    expect(card).toContain(`£${toDecimal(uk.net)} + £${toDecimal(uk.tax)} VAT`)
    expect(card).toContain(`$${toDecimal(international.total)} incl. tax`)
    expect(card).toContain(`$${toDecimal(international.net)} + $${toDecimal(international.tax)} tax`)

    for (const market of markets) {
      const { net, tax, total, currency } = offer.prices[market]
      expect(net + tax).toBe(total)

      const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, [offer], company, page)
      const published = offers.find(({ sku }) => sku === `${offer.id}-${market}`)
      expect(published).toMatchObject({
        price: toDecimal(total),
        priceCurrency: currency,
        priceSpecification: { price: toDecimal(total), valueAddedTaxIncluded: true },
      })

      const { body } = await app.visitor.get(`/api/quotes/${market}/${offer.id}`)
      expect(body.data).toMatchObject({ price: { net, tax, total, currency } })
    }
  }
})

test('the price on the card is charged, stored, invoiced, emailed and shown, for every package and market', async () => {
  await using app = await startApp()
  const { packages } = await readOffers(app)
  const sold = packages.flatMap((offer) => markets.map((market) => ({ offer, price: offer.prices[market] })))
  expect(sold).toHaveLength(12)

  for (const { offer, price } of sold) {
    const { net, tax, total, currency, market, taxLabel } = price
    const amounts = { net, tax, total, currency }
    const ada = await app.quickMember()
    const { id, clientSecret, paymentIntentId } = await startPaying(ada, offer.id, undefined, market)
    const payment = { id: paymentIntentId, amount: total, currency: currency.toLowerCase() }
    expect(app.sandbox.objects('payment_intent')[0]).toMatchObject(payment)
    await app.pay(clientSecret)
    const confirmed = await ada.post(`/api/purchases/${id}/confirmation`)
    expect(confirmed.body.data).toMatchObject({ ...amounts, status: 'completed', taxLabel })

    expect(await app.rows('select * from purchase where id = $1', id)).toMatchObject([amounts])
    expect(await app.rows('select * from document where purchase_id = $1', id)).toMatchObject([{ content: amounts }])
    const entries = await app.rows('select * from payment_entry where purchase_id = $1', id)
    expect(entries).toMatchObject([{ amount: total, currency }])
    const [email] = await emailsTo(app, ada.person.email, 'payment received')
    for (const amount of [net, tax, total]) expect(email?.text).toContain(formatMoney(amount, currency))
    const { body } = await ada.get('/api/portal/dashboard')
    expect(body.data.purchases).toMatchObject([amounts])
    expect(body.data.totalInvested).toEqual([{ amount: total, currency }])
  }
})

test('a package is in stock in both markets while it can be bought', async () => {
  await using app = await startApp()
  const { packages, company } = await readOffers(app)
  const [soldOut, ...others] = packages
  expect(packages.every(({ canBeBought }) => canBeBought)).toBe(true)
  if (soldOut) soldOut.canBeBought = false
  const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, packages, company, page)
  const inStock = offers.filter(({ availability }) => availability === 'https://schema.org/InStock')
  expect(inStock.map(({ sku }) => sku)).toEqual(others.flatMap(({ id }) => [`${id}-uk`, `${id}-international`]))
})

test('a subscription is offered as a monthly price, everything else as a single price', async () => {
  await using app = await startApp()
  const { packages, company } = await readOffers(app)
  const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, packages, company, page)
  const monthly = offers.filter(({ priceSpecification }) => 'unitCode' in priceSpecification)
  expect(monthly.map(({ sku }) => sku)).toEqual(['my-future-pro-uk', 'my-future-pro-international'])
})

test("structured data takes the company's details only from its settings", async () => {
  await using app = await startApp()
  const { company } = await readOffers(app)
  expect(organisationData(company, page.publicUrl)).toMatchObject({
    '@id': 'https://example.org/#organization',
    legalName: company.legalName,
    vatID: company.vatNumber,
  })
  expect(organisationData({ ...company, vatNumber: null }, page.publicUrl)).not.toHaveProperty('vatID')
  expect(organisationData(company, page.publicUrl)).not.toHaveProperty('sameAs')
})

async function readOffers(
  app: Awaited<ReturnType<typeof startApp>>,
): Promise<{ packages: Package[]; company: Company }> {
  const packages = await app.visitor.get('/api/packages')
  const company = await app.visitor.get('/api/company')
  return { packages: packages.body.data, company: company.body.data }
}

/** Formats 11880 as "118.80". */
function toDecimal(amount: number): string {
  return (amount / 100).toFixed(2)
}

function cardText(offer: Package): string {
  const list = createElement(PackageList, { packages: [offer] })
  return renderToStaticMarkup(createElement(MemoryRouter, null, list)).replace(/<[^>]+>/g, '')
}
