import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddress, verificationExpiry } from '../email-address/rules.ts'
import { passwordStrength } from '../passwords/rules.ts'
import { profileCompletion, sanitiseMobileNumber } from '../profile/rules.ts'
import { accessTokenExpiry, decideRefresh, isSessionExpired, isUseWorthRecording, sessionExpiry } from './rules.ts'

test('a sanitised mobile number has an optional plus and digits, at most 16 characters', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(sanitiseMobileNumber(typed)).toMatch(/^\+?[0-9]{0,16}$/)
      expect(sanitiseMobileNumber(typed).length).toBeLessThanOrEqual(16)
    }),
  )
})

test('a profile is complete with a mobile number and incomplete without', () => {
  expect(profileCompletion({ mobile: '+447700900123' })).toBe(100)
  expect(profileCompletion({ mobile: '' })).toBe(80)
})

test('a valid mobile number is unchanged', () => {
  expect(sanitiseMobileNumber('+447700900123')).toBe('+447700900123')
})

test.each([
  ['', 'too-short'],
  ['7 chars', 'too-short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Password1', 'fair'],
  ['three green boats', 'strong'],
  ['x9$Kd!2mQz', 'strong'],
])('the password "%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})

const now = new Date('2026-11-21T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const ahead = (seconds: number) => ago(-seconds)
const hoursBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 3_600_000

test.each([
  ['member', false, 12],
  ['member', true, 720],
  ['consultant', false, 8],
  ['consultant', true, 8],
  ['administrator', false, 8],
  ['administrator', true, 8],
] as const)('a %s with keep signed in %s has a session of %i hours', (role, keepSignedIn, length) => {
  expect(hoursBetween(now, sessionExpiry({ role, keepSignedIn, now }))).toBe(length)
})

test('an access token expires after 15 minutes, a verification link after three days', () => {
  expect(hoursBetween(now, accessTokenExpiry(now))).toBe(0.25)
  expect(hoursBetween(now, verificationExpiry(now))).toBe(72)
})

const session = { role: 'member', keepSignedIn: false, lastUsedAt: now, expiresAt: ahead(3_600) } as const

test.each([
  ['used just now', {}, false],
  ['unused for a second less than an hour', { lastUsedAt: ago(3_599) }, false],
  ['unused for an hour', { lastUsedAt: ago(3_600) }, true],
  ['unused for a month by somebody who stays', { lastUsedAt: ago(2_592_000), keepSignedIn: true }, false],
  ['of staff, unused for a second less than 15 minutes', { role: 'administrator', lastUsedAt: ago(899) }, false],
  ['of staff, unused for 15 minutes', { role: 'administrator', lastUsedAt: ago(900) }, true],
  ['of staff who would like to stay', { role: 'consultant', lastUsedAt: ago(900), keepSignedIn: true }, true],
  ['at its last millisecond', { expiresAt: new Date(now.getTime() + 1) }, false],
  ['at its end', { expiresAt: now }, true],
  ['at its end, though somebody stays', { expiresAt: now, keepSignedIn: true }, true],
  ['used in the future, after a clock was set back', { lastUsedAt: ahead(600) }, false],
] as const)('a session %s is over: %s', (_, change, isOver) => {
  expect(isSessionExpired({ ...session, ...change }, now)).toBe(isOver)
})

const presented = {
  ...session,
  isEnded: false,
  isCurrent: false,
  isPrevious: false,
  previousValidUntil: ahead(10),
  accessFirstUsedAt: null,
  now,
}

test.each([
  ['the current token', { isCurrent: true }, 'renew'],
  ['the current token, used already', { isCurrent: true, accessFirstUsedAt: ago(5) }, 'renew'],
  ['the token before, its successor unused', { isPrevious: true }, 'renew-lost-answer'],
  ['the token before, at the last moment', { isPrevious: true, previousValidUntil: now }, 'renew-lost-answer'],
  ['the token before, a moment too late', { isPrevious: true, previousValidUntil: ago(0.001) }, 'end-session'],
  ['the token before, its successor used', { isPrevious: true, accessFirstUsedAt: ago(1) }, 'end-session'],
  ['the token before, once more', { isPrevious: true, previousValidUntil: null }, 'end-session'],
  ['an older token', {}, 'end-session'],
  ['the current token of an ended session', { isCurrent: true, isEnded: true }, 'refuse'],
  ['the current token after the last moment', { isCurrent: true, expiresAt: now }, 'refuse'],
  ['the current token after an hour unused', { isCurrent: true, lastUsedAt: ago(3_600) }, 'refuse'],
  ['an older token of an ended session', { isEnded: true }, 'refuse'],
] as const)('%s: %s leads to %s', (_, change, decision) => {
  expect(decideRefresh({ ...presented, ...change })).toBe(decision)
})

test('last-used time is updated at most once a minute', () => {
  expect(isUseWorthRecording(ago(59), now)).toBe(false)
  expect(isUseWorthRecording(ago(60), now)).toBe(true)
})

test.each([
  ['ada@example.org', 'a…@example.org'],
  ['a@example.org', 'a…@example.org'],
  ['𝒜da@example.org', '𝒜…@example.org'],
])('%s is masked as %s', (email, masked) => {
  expect(maskAddress(email)).toBe(masked)
})
