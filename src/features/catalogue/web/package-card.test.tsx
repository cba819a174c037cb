// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { minorUnits, taxOn } from '#platform/shared/money.ts'
import { inMarket } from '../../../../tests/web/in-market.ts'
import type { MarketId, Package, Price } from '../contract.ts'
import { PackageCard } from './package-card.tsx'
import { LowestPrice } from './public.tsx'

afterEach(cleanup)

test('in pounds the whole price leads, with the net price and the VAT beneath', () => {
  const pounds = showCard(week).textIn('uk')

  expect(pounds).toContain('£118.80 incl. VAT£99.00 + £19.80 VAT')
  expect(pounds).not.toContain('$')
  expect(pounds).toContain('Duration: 1 week, one-time')
})

test('in dollars the net price leads, with the total beneath', () => {
  const dollars = showCard(week).textIn('international')

  expect(dollars).toContain('$99.00$108.90 incl. tax')
  expect(dollars).toContain('Duration: 1 week, one-time')
})

test('a subscription says what it costs a month, that it renews, and until when', () => {
  const card = showCard(subscription)

  expect(card.textIn('uk')).toContain('£34.80 incl. VAT per month')
  expect(card.textIn('international')).toContain('$31.90 incl. tax per month')
  expect(card.textIn('uk')).toContain('Per month, renews monthly until cancelled')
})

test('a visitor is led to the login and back to this card, a member to the checkout', () => {
  const [visitor, member] = showCard(week).linksIn('uk')

  expect(visitor?.textContent).toBe('Get Started')
  expect(visitor?.getAttribute('href')).toBe('/login?from=%2Fservices%2Fmy-future%23my-future-basic')
  expect(member?.textContent).toBe('Get Started')
  expect(member?.getAttribute('href')).toBe('/checkout/stripe?package=my-future-basic')
})

test('whoever looks at dollars is led to the checkout that takes dollars', () => {
  const [, member] = showCard(week).linksIn('international')

  expect(member?.textContent).toBe('Get Started')
  expect(member?.getAttribute('href')).toBe('/checkout?package=my-future-basic')
})

test.each([
  ['uk', '/checkout/stripe?package=my-future-pro'],
  ['international', '/checkout?package=my-future-pro'],
] as const)('while it cannot be bought (%s), a subscription says so', (market, checkout) => {
  const card = showCard(subscription)

  expect(card.textIn(market)).toContain('Monthly subscriptions open soon. You cannot buy this package yet.')
  const [, member] = card.linksIn(market)
  expect(member?.textContent).toBe('Subscribe Now')
  expect(member?.getAttribute('href')).toBe(checkout)
})

test('a link that points at the card can put the focus on it', () => {
  const { card } = showCard(week)

  card.focus()
  expect(document.activeElement?.id).toBe('my-future-basic')
})

test('the lowest price of a service is a whole price', () => {
  render(
    <p data-testid="price">
      <LowestPrice packages={[week, subscription]} />
    </p>,
  )

  const price = screen.getByTestId('price')
  expect(inMarket(price, 'uk').textContent).toBe('from £34.80 per month incl. VAT')
  expect(inMarket(price, 'international').textContent).toBe('from $31.90 per month incl. tax')
})

function showCard(offer: Package) {
  render(
    <MemoryRouter>
      <PackageCard package={offer} page="/services/my-future" />
    </MemoryRouter>,
  )
  const card = screen.getByRole('article', { name: offer.title })
  return {
    card,
    textIn: (market: MarketId) => inMarket(card, market).textContent,
    linksIn: (market: MarketId) => [...inMarket(card, market).querySelectorAll('a')],
  }
}

const week = offerOf({ id: 'my-future-basic', title: 'MY FUTURE WEEK', net: 9_900 })

const subscription: Package = {
  ...offerOf({ id: 'my-future-pro', title: 'MY FUTURE X', net: 2_900 }),
  billing: 'monthly',
  duration: '1 month subscription',
}

function offerOf({ id, title, net }: { id: string; title: string; net: number }): Package {
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
      uk: priceOf({ market: 'uk', currency: 'GBP', net, taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' }),
      international: priceOf({
        market: 'international',
        currency: 'USD',
        net,
        taxRateBasisPoints: 1_000,
        taxLabel: 'Tax',
      }),
    },
    lines: [],
  }
}

function priceOf(price: Omit<Price, 'net' | 'tax' | 'total'> & { net: number }): Price {
  const net = minorUnits(price.net)
  const tax = taxOn(net, price.taxRateBasisPoints)
  return { ...price, net, tax, total: minorUnits(net + tax) }
}
