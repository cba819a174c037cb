import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  challengeExpiry,
  decideAdmission,
  deviceTrustExpiry,
  groupByFour,
  isLastFactor,
  isLocalhost,
  normaliseRecoveryCode,
  RECOVERY_ALPHABET,
} from './rules.ts'

const now = new Date('2026-03-01T09:00:00Z')
const none = { hasAuthenticator: false, passkeys: 0 }
const app = { hasAuthenticator: true, passkeys: 0 }
const passkey = { hasAuthenticator: false, passkeys: 1 }
const home = 'http://localhost:5001'
const abroad = 'https://futureworld.example'

test.each([
  { role: 'member', publicUrl: abroad, factors: none, decision: 'open-session' },
  { role: 'member', publicUrl: abroad, factors: passkey, decision: 'open-session' },
  { role: 'member', publicUrl: abroad, factors: app, decision: 'ask' },
  { role: 'member', publicUrl: home, factors: app, decision: 'ask' },
  { role: 'administrator', publicUrl: home, factors: none, decision: 'open-session' },
  { role: 'administrator', publicUrl: home, factors: app, decision: 'ask' },
  { role: 'administrator', publicUrl: abroad, factors: none, decision: 'set-up' },
  { role: 'administrator', publicUrl: abroad, factors: passkey, decision: 'ask' },
  { role: 'consultant', publicUrl: abroad, factors: app, decision: 'ask' },
] as const)('a $role at $publicUrl with $factors: $decision', ({ decision, ...situation }) => {
  expect(decideAdmission({ ...situation, trustedUntil: null, now })).toBe(decision)
})

test('device trust ends exactly at its expiry and never replaces a missing required factor', () => {
  const ask = { role: 'administrator', publicUrl: abroad, factors: app, now } as const
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  expect(decideAdmission({ ...ask, trustedUntil: after(1) })).toBe('open-session')
  expect(decideAdmission({ ...ask, trustedUntil: now })).toBe('ask')
  expect(decideAdmission({ ...ask, factors: none, trustedUntil: after(1) })).toBe('set-up')
})

test('a challenge expires after ten minutes, device trust after 30 days', () => {
  expect(challengeExpiry(now)).toEqual(new Date('2026-03-01T09:10:00Z'))
  expect(deviceTrustExpiry(now)).toEqual(new Date('2026-03-31T09:00:00Z'))
})

test.each([
  ['http://localhost:5001', true],
  ['http://shop.localhost', true],
  ['http://127.0.0.1:5001', true],
  ['http://[::1]:5001', true],
  ['https://futureworld.example', false],
  ['https://localhost.example', false],
  ['https://127.0.0.1.example', false],
  ['https://192.168.0.5', false],
])('%s is localhost: %s', (url, expected) => {
  expect(isLocalhost(url)).toBe(expected)
})

test('only staff on a public address must keep a last factor', () => {
  expect(isLastFactor({ role: 'consultant', publicUrl: abroad, left: none })).toBe(true)
  expect(isLastFactor({ role: 'consultant', publicUrl: abroad, left: passkey })).toBe(false)
  expect(isLastFactor({ role: 'consultant', publicUrl: home, left: none })).toBe(false)
  expect(isLastFactor({ role: 'member', publicUrl: abroad, left: none })).toBe(false)
})

test('recovery codes are normalised for case, spacing and similar characters', () => {
  const code = fc.string({ unit: fc.constantFrom(...RECOVERY_ALPHABET), minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(code, (letters) => {
      expect(normaliseRecoveryCode(letters)).toBe(letters)
      expect(normaliseRecoveryCode(` ${groupByFour(letters, ' - ').toLowerCase()} `)).toBe(letters)
      expect(normaliseRecoveryCode(letters.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(letters)
    }),
  )
})
