import { expect, test } from 'vitest'
import { maskAddress, verificationExpiry } from './rules.ts'

test('a verification link expires after three days', () => {
  expect(verificationExpiry(new Date('2026-11-21T10:00:00Z'))).toEqual(new Date('2026-11-24T10:00:00Z'))
})

test.each([
  ['ada@example.org', 'a…@example.org'],
  ['a@example.org', 'a…@example.org'],
  ['𝒜da@example.org', '𝒜…@example.org'],
])('%s is masked as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})
