import { cleanup, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { company } from '#tests/support/web/company.ts'
import { seededPackages } from '#tests/support/web/packages.ts'
import type { GuideSummary } from '../../guides/contract.ts'
import HomePage from './home-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const guide = {
  id: '1',
  slug: 'refunds',
  serviceType: null,
  title: 'How our refunds work',
  summary: 'What you get back.',
  picture: 'guide-refunds',
  readingMinutes: 4,
  publishedAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}

const samples = [{ slug: 'roadmap', title: 'Roadmap with 3 pathways', pageCount: 4 }]

function openHome(
  changes: { packages?: Package[]; company?: Partial<Company>; hasConsultants?: boolean; guides?: GuideSummary[] } = {},
) {
  const { packages = seededPackages, hasConsultants = true, guides = [guide] } = changes
  const loaded = { company: { ...company, ...changes.company }, packages, samples, hasConsultants, guides }
  const Home = createRoutesStub([{ id: 'home', path: '/', Component: HomePage }])
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  render(<Home hydrationData={{ loaderData: { home: loaded } }} />)
  const prices = screen.getByText('What you see is what you pay').closest('section') as HTMLElement
  return {
    prices: within(prices),
    headings: screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  }
}

test('the sections of the home page come in this order, each under its own name', () => {
  const { headings } = openHome()
  expect(
    headings.map((heading) => heading?.match(/^(Our Services|How it works|Prices|About|Why Choose Us|Guides)/)?.[0]),
  ).toEqual([
    ...[undefined, undefined, undefined],
    ...['Our Services', 'How it works', 'Prices', 'About', 'Why Choose Us', 'Guides'],
    undefined,
  ])
})

test('registrations are shown as they were written, and not mentioned if there are none', () => {
  openHome()
  expect(screen.queryByText(/Registered with/)).toBeNull()
  cleanup()
  const text = 'Registered with the Information Commissioner’s Office, ZA123456'
  openHome({ company: { registrations: [{ text, url: 'https://ico.org.uk/register' }] } })
  expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe('https://ico.org.uk/register')
})

test('each service is named by what its visitors say, and links to its page', () => {
  openHome()
  const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('link'))
  expect(cards.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['“I don’t know what comes after school.” MY FUTURE', '/services/my-future'],
    ['“I want to study abroad.” STUDY WORLD', '/services/study-world'],
    ['“No one finds my business online.” BIZ FUTURE', '/services/biz-future'],
  ])
})

test('the full price of every package is shown in both markets, and links to its card', () => {
  const { prices } = openHome()
  const links = prices.getAllByRole('link').slice(0, 6)
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    seededPackages.map(({ id }) => `/services/${id.replace(/-(basic|pro)$/, '')}#${id}`),
  )
  for (const text of [
    '£118.80 incl. VAT',
    '$108.90 incl. tax',
    '£34.80 per month incl. VAT',
    '$31.90 per month incl. tax',
  ])
    expect(prices.getAllByText((_, element) => element?.textContent === text).length).toBeGreaterThan(0)
})

test('a package off sale is left out, and a service without packages says so twice', () => {
  const { prices } = openHome({ packages: seededPackages.filter(({ id }) => /^my|study-world-basic/.test(id)) })
  expect(prices.queryByText('STUDY WORLD PRO')).toBeNull()
  expect(prices.getByText('Not on sale at the moment.')).toBeTruthy()
  expect(screen.getByText('Not on sale at the moment')).toBeTruthy()
})

test('without any package the page is still complete', () => {
  const { prices, headings } = openHome({ packages: [] })
  expect(headings).toHaveLength(10)
  expect(prices.getAllByText('Not on sale at the moment.')).toHaveLength(3)
  expect(screen.queryByText(/minute by minute/)).toBeNull()
})

test('a long name is shown in full, and a package that nobody can provide yet says so', () => {
  const title = 'A package whose name is exactly as long as sixty characters.'
  const packages = seededPackages.map((offer) => ({ ...offer, title, canBeBought: false }))
  const { prices } = openHome({ packages })
  expect(prices.getAllByText(title)).toHaveLength(6)
  expect(prices.getAllByText(/You can’t buy it yet/)).toHaveLength(6)
})

test('guides are links to their pages, and without any there is no section about them', () => {
  openHome()
  expect(screen.getByRole('link', { name: guide.title }).getAttribute('href')).toBe('/guides/refunds')
  cleanup()
  expect(openHome({ guides: [] }).headings.join()).not.toContain('Guides')
})

test('without consultants, nothing links to their page', () => {
  openHome({ hasConsultants: false })
  expect(screen.queryByRole('link', { name: 'Our Consultants' })).toBeNull()
  cleanup()
  openHome()
  expect(screen.getByRole('link', { name: 'Our Consultants' }).getAttribute('href')).toBe('/consultants')
})

test.each([
  ['OC301234', 'We’re FutureWorld Ltd, company number OC301234. Look us up at Companies House.'],
  ['00000000', 'We’re FutureWorld Ltd, company number 00000000.'],
  ['', undefined],
])('with the company number %s, the page says: %s', (companyNumber, expected) => {
  openHome({ company: { companyNumber } })
  expect(screen.queryByText(/company number/)?.textContent).toBe(expected)
})
