import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, formatSums } from './format-money.ts'
import { Currency, MinorUnits, minorUnits, taxOn } from './money.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000 }).map(minorUnits)
const rates = fc.integer({ min: 0, max: 10_000 })

test('tax is the exact percentage of the net amount, rounded half up', () => {
  fc.assert(
    fc.property(amounts, rates, (net, rate) => {
      const tax = taxOn(net, rate)
      // Checked in integers, without a division that could itself be wrong.
      const [exact, rounded] = [BigInt(net) * BigInt(rate), BigInt(tax) * 10_000n]
      expect(rounded - exact <= 5_000n && exact - rounded < 5_000n).toBe(true)
    }),
  )
})

test.each([
  [9_900, 2_000, 1_980],
  [19_900, 2_000, 3_980],
  [2_900, 2_000, 580],
  [9_900, 1_000, 990],
  [0, 2_000, 0],
  [1, 2_000, 0],
  [2, 2_000, 0],
  [3, 2_000, 1],
  [5, 1_000, 1],
  [4, 1_000, 0],
  [100, 1_750, 18],
])('the tax on %i at %i basis points is %i', (net, rate, tax) => {
  expect(taxOn(minorUnits(net), rate)).toBe(tax)
})

test.each([
  [11_880, 'GBP', '£118.80'],
  [10_890, 'USD', '$108.90'],
  [3_480, 'GBP', '£34.80'],
  [0, 'GBP', '£0.00'],
  [5, 'USD', '$0.05'],
  [100_000, 'GBP', '£1,000.00'],
  [123_456_789, 'USD', '$1,234,567.89'],
  [-11_880, 'GBP', '-£118.80'],
] as const)('%i minor units of %s are formatted as %s', (amount, currency, formatted) => {
  expect(formatMoney(amount, currency)).toBe(formatted)
})

test("a formatted amount has exactly the amount's digits", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.constantFrom(...Currency.options),
      (amount, currency) => {
        const digits = formatMoney(amount, currency).replaceAll(/[£$,.]/g, '')
        expect(Number(digits)).toBe(amount)
      },
    ),
  )
})

test('sums in several currencies are joined by a plus sign', () => {
  const sums = [
    { currency: 'GBP', amount: 23_760 },
    { currency: 'USD', amount: 10_890 },
  ] as const
  expect(formatSums(sums)).toBe('£237.60 + $108.90')
  expect(formatSums([])).toBe('£0.00')
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not an amount', (amount) => {
  expect(() => minorUnits(amount)).toThrow('whole number')
  expect(MinorUnits.safeParse(amount).success).toBe(false)
})
