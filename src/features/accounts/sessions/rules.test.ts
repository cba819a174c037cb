import { expect, test } from 'vitest'
import {
  accessTokenExpiry,
  decideRefresh,
  isSessionExpired,
  isUseWorthRecording,
  refreshGraceExpiry,
  sessionExpiry,
} from './rules.ts'

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

test('an access token expires after 15 minutes, and a replaced refresh token after 30 seconds', () => {
  expect(accessTokenExpiry(now)).toEqual(ahead(900))
  expect(refreshGraceExpiry(now)).toEqual(ahead(30))
})

const session = { role: 'member', keepSignedIn: false, lastUsedAt: now, expiresAt: ahead(3_600) } as const

test.each([
  ['used just now', {}, false],
  ['unused for a second less than an hour', { lastUsedAt: ago(3_599) }, false],
  ['unused for an hour', { lastUsedAt: ago(3_600) }, true],
  ['unused for a month, kept signed in', { lastUsedAt: ago(2_592_000), keepSignedIn: true }, false],
  ['of staff, unused for a second less than 15 minutes', { role: 'administrator', lastUsedAt: ago(899) }, false],
  ['of staff, unused for 15 minutes', { role: 'administrator', lastUsedAt: ago(900) }, true],
  [
    'of staff, kept signed in, unused for 15 minutes',
    { role: 'consultant', lastUsedAt: ago(900), keepSignedIn: true },
    true,
  ],
  ['a millisecond before its expiry', { expiresAt: new Date(now.getTime() + 1) }, false],
  ['at its expiry', { expiresAt: now }, true],
  ['at its expiry, kept signed in', { expiresAt: now, keepSignedIn: true }, true],
  ['used in the future, after a clock was set back', { lastUsedAt: ahead(600) }, false],
] as const)('a session %s is expired: %s', (_, change, isExpired) => {
  expect(isSessionExpired({ ...session, ...change }, now)).toBe(isExpired)
})

const presented = {
  ...session,
  endedAt: null,
  isCurrent: false,
  isPrevious: false,
  previousRefreshValidUntil: ahead(10),
  accessFirstUsedAt: null,
  now,
}

test.each([
  ['the current token', { isCurrent: true }, 'renew'],
  ['the current token, used already', { isCurrent: true, accessFirstUsedAt: ago(5) }, 'renew'],
  ['the previous token, its successor unused', { isPrevious: true }, 'repeat-renewal'],
  [
    'the previous token, at the end of its grace period',
    { isPrevious: true, previousRefreshValidUntil: now },
    'repeat-renewal',
  ],
  [
    'the previous token, just after its grace period',
    { isPrevious: true, previousRefreshValidUntil: ago(0.001) },
    'end-session',
  ],
  ['the previous token, its successor used', { isPrevious: true, accessFirstUsedAt: ago(1) }, 'end-session'],
  ['the previous token, a second time', { isPrevious: true, previousRefreshValidUntil: null }, 'end-session'],
  ['an older token', {}, 'end-session'],
  ['the current token of an ended session', { isCurrent: true, endedAt: ago(1) }, 'refuse'],
  ['the current token, at the session’s expiry', { isCurrent: true, expiresAt: now }, 'refuse'],
  ['the current token, after an hour without use', { isCurrent: true, lastUsedAt: ago(3_600) }, 'refuse'],
  ['an older token of an ended session', { endedAt: ago(1) }, 'refuse'],
] as const)('refreshing with %s (%j) leads to %s', (_, change, decision) => {
  expect(decideRefresh({ ...presented, ...change })).toBe(decision)
})

test('last-used time is updated at most once a minute', () => {
  expect(isUseWorthRecording(ago(59), now)).toBe(false)
  expect(isUseWorthRecording(ago(60), now)).toBe(true)
})
