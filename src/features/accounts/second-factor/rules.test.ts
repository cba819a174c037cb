import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  challengeExpiry,
  decideAdmission,
  deviceTrustExpiry,
  groupByFour,
  isLocalhost,
  lacksRequiredFactor,
  normaliseRecoveryCode,
  RECOVERY_ALPHABET,
} from './rules.ts'

const now = new Date('2026-03-01T09:00:00Z')
const noFactors = { hasAuthenticator: false, passkeys: 0 }
const onlyApp = { hasAuthenticator: true, passkeys: 0 }
const onlyPasskey = { hasAuthenticator: false, passkeys: 1 }
const localUrl = 'http://localhost:5001'
const publicAddress = 'https://futureworld.example'

test.each([
  { role: 'member', publicUrl: publicAddress, factors: noFactors, decision: 'open-session' },
  { role: 'member', publicUrl: publicAddress, factors: onlyPasskey, decision: 'open-session' },
  { role: 'member', publicUrl: publicAddress, factors: onlyApp, decision: 'ask' },
  { role: 'member', publicUrl: localUrl, factors: onlyApp, decision: 'ask' },
  { role: 'administrator', publicUrl: localUrl, factors: noFactors, decision: 'open-session' },
  { role: 'administrator', publicUrl: localUrl, factors: onlyApp, decision: 'ask' },
  { role: 'administrator', publicUrl: publicAddress, factors: noFactors, decision: 'set-up' },
  { role: 'administrator', publicUrl: publicAddress, factors: onlyPasskey, decision: 'ask' },
  { role: 'consultant', publicUrl: publicAddress, factors: onlyApp, decision: 'ask' },
] as const)('a $role at $publicUrl with $factors: $decision', ({ decision, ...situation }) => {
  expect(decideAdmission({ ...situation, trustedUntil: null, now })).toBe(decision)
})

test('device trust ends exactly when it expires and never replaces a missing required factor', () => {
  const ask = { role: 'administrator', publicUrl: publicAddress, factors: onlyApp, now } as const
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  expect(decideAdmission({ ...ask, trustedUntil: after(1) })).toBe('open-session')
  expect(decideAdmission({ ...ask, trustedUntil: now })).toBe('ask')
  expect(decideAdmission({ ...ask, factors: noFactors, trustedUntil: after(1) })).toBe('set-up')
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

test('only staff on a public address must always have a second factor', () => {
  expect(lacksRequiredFactor({ role: 'consultant', publicUrl: publicAddress, factors: noFactors })).toBe(true)
  expect(lacksRequiredFactor({ role: 'consultant', publicUrl: publicAddress, factors: onlyPasskey })).toBe(false)
  expect(lacksRequiredFactor({ role: 'consultant', publicUrl: localUrl, factors: noFactors })).toBe(false)
  expect(lacksRequiredFactor({ role: 'member', publicUrl: publicAddress, factors: noFactors })).toBe(false)
})

test('recovery codes are accepted in upper or lower case, with any spacing and with lookalike characters', () => {
  const code = fc.string({ unit: fc.constantFrom(...RECOVERY_ALPHABET), minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(code, (characters) => {
      expect(normaliseRecoveryCode(characters)).toBe(characters)
      expect(normaliseRecoveryCode(` ${groupByFour(characters, ' - ').toLowerCase()} `)).toBe(characters)
      expect(normaliseRecoveryCode(characters.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(characters)
    }),
  )
})
