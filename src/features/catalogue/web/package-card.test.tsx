import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { inMarket } from '#tests/support/web/in-market.ts'
import type { MarketId, Package } from '../contract.ts'
import { priceIn } from '../rules.ts'
import { PackageCard } from './package-card.tsx'
import { LowestPricePanel } from './public.tsx'

afterEach(cleanup)

test('a subscription card shows the monthly price and says that it renews until cancelled', () => {
  const card = showCard(subscription)

  expect(card.textIn('uk')).toContain('£34.80 incl. VAT per month')
  expect(card.textIn('international')).toContain('$31.90 incl. tax per month')
  expect(card.textIn('uk')).not.toContain('$')
  expect(card.textIn('uk')).toContain('Renews every month until you cancel')
})

test.each([
  ['uk', 'Get Started', '/checkout/stripe?package=my-future-basic'],
  ['international', 'Get Started', '/checkout?package=my-future-basic'],
  ['uk', 'Subscribe Now', '/checkout/stripe?package=my-future-pro'],
  ['international', 'Subscribe Now', '/checkout?package=my-future-pro'],
] as const)('in the market %s, %s leads to %s', (market, label, checkout) => {
  const offer = label === 'Get Started' ? week : subscription
  const links = showCard(offer).linksIn(market)

  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[label, checkout]])
})

test('a package that cannot be bought links to the contact page', () => {
  const [link, ...furtherLinks] = showCard({ ...week, canBeBought: false }).linksIn('uk')

  expect(link?.textContent).toBe('Tell me when I can buy it')
  expect(link?.getAttribute('href')).toBe('/contact?package=my-future-basic')
  expect(furtherLinks).toEqual([])
})

test("a service's two cards show different scenes, so that they differ in the dark scheme too", () => {
  const scenes = [week, subscription].map((offer) => showCard(offer).card.querySelector<HTMLElement>('[data-picture]'))
  expect(scenes.map((scene) => scene?.dataset.picture)).toEqual(['my-future-package', 'my-future-skills'])
})

test('a package card can receive focus', () => {
  const { card } = showCard(week)

  card.focus()
  expect(document.activeElement?.id).toBe('my-future-basic')
})

test("a service's lowest price includes tax", () => {
  render(
    <p data-testid="price">
      <LowestPricePanel packages={[week, subscription]} />
    </p>,
  )

  const price = screen.getByTestId('price')
  expect(inMarket(price, 'uk').textContent).toBe('from £34.80 per month incl. VAT')
  expect(inMarket(price, 'international').textContent).toBe('from $31.90 per month incl. tax')
})

function showCard(offer: Package) {
  render(
    <MemoryRouter>
      <PackageCard package={offer} />
    </MemoryRouter>,
  )
  const card = screen.getByRole('article', { name: offer.title })
  return {
    card,
    textIn: (market: MarketId) => inMarket(card, market).textContent,
    linksIn: (market: MarketId) => [...inMarket(card, market).querySelectorAll('a')],
  }
}

const week = makePackage({ id: 'my-future-basic', title: 'MY FUTURE WEEK', net: 9_900 })

const subscription: Package = {
  ...makePackage({ id: 'my-future-pro', title: 'MY FUTURE X', net: 2_900 }),
  billing: 'monthly',
  duration: '1 month subscription',
}

function makePackage({ id, title, net }: { id: string; title: string; net: number }): Package {
  return {
    id,
    version: 1,
    title,
    description: 'One focused week.',
    price: net / 100,
    features: ['10-minute initial consultation'],
    serviceType: 'MY_FUTURE',
    duration: '1 week, one-time',
    billing: 'once',
    image: '/images/my-future.svg',
    prices: {
      uk: priceIn({ id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' }, minorUnits(net)),
      international: priceIn(
        { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' },
        minorUnits(net),
      ),
    },
    lines: [],
    canBeBought: true,
  }
}
