import { expect, test } from 'vitest'
import { decideCancellation, isNameOf } from './rules.ts'

const live = { status: 'active', endedAt: null, cancelsAtPeriodEnd: false, isOurs: true } as const
const facts = { blocker: null, subscription: undefined, isWithdrawn: false } as const

test('within the 14 days a package or subscription is withdrawn, as in the portal', () => {
  expect(decideCancellation(facts)).toBe('withdraw')
  expect(decideCancellation({ ...facts, subscription: live })).toBe('withdraw')
})

test('a subscription that can no longer be withdrawn stops renewing, whatever the reason', () => {
  for (const blocker of ['too-late', 'renewal', 'business', 'fully-delivered', 'refunded', 'not-paid'] as const)
    expect(decideCancellation({ ...facts, blocker, subscription: live })).toBe('stop-renewing')
  const unpaid = { ...live, status: 'past_due', cancelsAtPeriodEnd: true } as const
  expect(decideCancellation({ ...facts, blocker: 'renewal', subscription: unpaid })).toBe('stop-renewing')
})

test('what was cancelled already needs nobody', () => {
  expect(decideCancellation({ ...facts, blocker: 'refunded', isWithdrawn: true })).toBe('already-cancelled')
  const cancelled = { ...live, cancelsAtPeriodEnd: true }
  expect(decideCancellation({ ...facts, blocker: 'too-late', subscription: cancelled })).toBe('already-cancelled')
})

test('anything else goes to staff with its reason', () => {
  expect(decideCancellation({ ...facts, blocker: 'too-late' })).toBe('too-late')
  expect(decideCancellation({ ...facts, blocker: 'business' })).toBe('business')
  expect(decideCancellation({ ...facts, blocker: 'fully-delivered' })).toBe('delivered')
  expect(decideCancellation({ ...facts, blocker: 'refunded' })).toBe('refunded')
  const ended = { ...live, status: 'ended', endedAt: new Date() } as const
  expect(decideCancellation({ ...facts, blocker: 'too-late', subscription: ended })).toBe('ended')
  const foreign = { ...live, isOurs: false }
  expect(decideCancellation({ ...facts, blocker: 'renewal', subscription: foreign })).toBe('other-provider')
})

test.each([
  ['Ada Lovelace', ['Lovelace', null], true],
  ['LOVELACE, A.', ['Lovelace', null], true],
  ['Jose Garcia Marquez', ['García Márquez', null], true],
  ['Siobhan OBrien', ['O’Brien', null], true],
  ['Analytical Engines Ltd', ['Lovelace', 'Analytical Engines Ltd'], true],
  ['Ada Love', ['Lovelace', null], false],
  ['Ada Lovelaces', ['Lovelace', null], false],
  ['Ada', ['', null], false],
])('whether “%s” names the buyer %j: %s', (typed, names, isName) => {
  expect(isNameOf(typed, names)).toBe(isName)
})
