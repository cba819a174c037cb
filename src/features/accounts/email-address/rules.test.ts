import { expect, test } from 'vitest'
import { maskAddress } from './rules.ts'

test.each([
  ['ada@example.org', 'a…@example.org'],
  ['a@example.org', 'a…@example.org'],
  ['𝒜da@example.org', '𝒜…@example.org'],
])('%s is masked as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})
