import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from './parse-money.ts'

test.each([
  ['118.80', 11_880],
  ['£1,118.8', 111_880],
  [' 20 ', 2_000],
  ['0.01', 1],
  ['1.005', undefined],
  ['-5', undefined],
  ['1,18.80', undefined],
  ['ten', undefined],
  ['', undefined],
])('%j is parsed as %j minor units', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

test('a formatted amount is parsed as the same amount', () => {
  for (const amount of [1, 99, 100, 11_880, 9_999_999]) expect(parseAmount(formatAmount(amount))).toBe(amount)
})
