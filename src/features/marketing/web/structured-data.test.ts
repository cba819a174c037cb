import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import { markets, PackageList } from '#features/catalogue/web/public.tsx'
import type { Company } from '#features/company/contract.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { breadcrumbData, organizationData, questionsData, serviceData } from './structured-data.ts'

const page = { url: 'https://example.org/services/x', publicUrl: 'https://example.org' }

test('card, structured data, checkout and API give the same figures, for all packages in both markets', async () => {
  await using app = await startApp()
  const { packages, company } = await ask(app)
  expect(packages).toHaveLength(6)

  for (const offer of packages) {
    const { uk, international } = offer.prices
    const card = cardText(offer)
    expect(card).toContain(`£${written(uk.total)} incl. VAT`)
    expect(card).toContain(`£${written(uk.net)} + £${written(uk.tax)} VAT`)
    expect(card).toContain(`$${written(international.net)}$${written(international.total)} incl. tax`)

    for (const market of markets) {
      const { net, tax, total, currency } = offer.prices[market]
      expect(net + tax).toBe(total)

      const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, [offer], company, page)
      const published = offers.find(({ sku }) => sku === `${offer.id}-${market}`)
      expect(published).toMatchObject({
        price: written(total),
        priceCurrency: currency,
        priceSpecification: { price: written(total), valueAddedTaxIncluded: true },
      })

      const { body } = await app.visitor.get(`/api/quotes/${market}/${offer.id}`)
      expect(body.data).toMatchObject({ price: { net, tax, total, currency } })
    }
  }
})

test('what is bought once is in stock in either market, and no subscription yet', async () => {
  await using app = await startApp()
  const { packages, company } = await ask(app)
  const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, packages, company, page)
  const inStock = offers.filter(({ availability }) => availability === 'https://schema.org/InStock')
  const sold = packages.filter(({ billing }) => billing === 'once')
  expect(inStock.map(({ sku }) => sku)).toEqual(sold.flatMap(({ id }) => [`${id}-uk`, `${id}-international`]))
})

test('a subscription is offered by the month, everything else once', async () => {
  await using app = await startApp()
  const { packages, company } = await ask(app)
  const { offers } = serviceData({ name: 'X', serviceType: 'X', description: 'X' }, packages, company, page)
  const monthly = offers.filter(({ priceSpecification }) => 'unitCode' in priceSpecification)
  expect(monthly.map(({ sku }) => sku)).toEqual(['my-future-pro-uk', 'my-future-pro-international'])
})

test('the company is named as its settings name it, and only by what they hold', async () => {
  await using app = await startApp()
  const { company } = await ask(app)
  expect(organizationData(company, page.publicUrl)).toMatchObject({
    '@id': 'https://example.org/#organization',
    legalName: company.legalName,
    vatID: company.vatNumber,
  })
  expect(organizationData({ ...company, vatNumber: null }, page.publicUrl)).not.toHaveProperty('vatID')
  expect(organizationData(company, page.publicUrl)).not.toHaveProperty('sameAs')
})

test('questions and the way from the home page', () => {
  expect(questionsData([{ question: 'Why?', answer: 'Because.' }]).mainEntity).toEqual([
    { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because.' } },
  ])
  expect(breadcrumbData('About us', page).itemListElement).toMatchObject([
    { position: 1, item: 'https://example.org/' },
    { position: 2, name: 'About us', item: page.url },
  ])
})

async function ask(app: Awaited<ReturnType<typeof startApp>>): Promise<{ packages: Package[]; company: Company }> {
  const packages = await app.visitor.get('/api/packages')
  const company = await app.visitor.get('/api/company')
  return { packages: packages.body.data, company: company.body.data }
}

/** 11880 is "118.80". */
function written(amount: number): string {
  return (amount / 100).toFixed(2)
}

function cardText(offer: Package): string {
  const list = createElement(PackageList, { packages: [offer], page: '/services/x' })
  return renderToStaticMarkup(createElement(MemoryRouter, null, list)).replace(/<[^>]+>/g, '')
}
