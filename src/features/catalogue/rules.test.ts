import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#platform/shared/format-money.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { packageSeeds } from './packages.ts'
import { formatDuration, type Market, priceIn } from './rules.ts'

const uk: Market = { id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' }
const international: Market = { id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' }

test.each([
  ['my-future-basic', '£118.80', '$108.90'],
  ['my-future-pro', '£34.80', '$31.90'],
  ['study-world-basic', '£118.80', '$108.90'],
  ['study-world-pro', '£238.80', '$218.90'],
  ['biz-future-basic', '£118.80', '$108.90'],
  ['biz-future-pro', '£238.80', '$218.90'],
])('%s costs %s or %s including tax', (id, pounds, dollars) => {
  const net = packageSeeds.find((seed) => seed.id === id)?.netPrice ?? minorUnits(0)
  expect(formatMoney(priceIn(uk, net).total, 'GBP')).toBe(pounds)
  expect(formatMoney(priceIn(international, net).total, 'USD')).toBe(dollars)
})

test('the total is net plus tax at any price and rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 10_000 }), (net, rate) => {
      const price = priceIn({ ...uk, taxRateBasisPoints: rate }, minorUnits(net))
      expect(price.total).toBe(price.net + price.tax)
      expect(price).toMatchObject({
        market: 'uk',
        currency: 'GBP',
        net,
        taxRateBasisPoints: rate,
        taxLabel: 'VAT (20%)',
      })
    }),
  )
})

test.each([
  [{ weeks: 1, months: 0 }, 'once', '1 week'],
  [{ weeks: 2, months: 0 }, 'once', '2 weeks'],
  [{ weeks: 0, months: 1 }, 'once', '1 month'],
  [{ weeks: 0, months: 1 }, 'monthly', '1 month subscription'],
  [{ weeks: 1, months: 2 }, 'once', '2 months and 1 week'],
] as const)('%j billed %s reads "%s"', (span, billing, text) => {
  expect(formatDuration(span, billing)).toBe(text)
})
