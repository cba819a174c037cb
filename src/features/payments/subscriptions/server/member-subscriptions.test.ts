import { expect, test } from 'vitest'
import type { StoredSubscription } from '#features/purchases/server/public.ts'
import { showSubscription } from './member-subscriptions.ts'

const paidUntil = new Date('2026-03-02T10:00:00Z')

test.each([
  ['2026-03-02T09:59:59Z', paidUntil, '2026-03-02T10:00:00.000Z'],
  ['2026-03-02T10:00:00Z', paidUntil, null],
  ['2026-03-01T10:00:00Z', null, null],
])('at %s server time, a subscription paid until %s can be used until %s', (now, usableUntil, expected) => {
  const { usableUntil: until } = showSubscription(pastDue, { paidUntil, usableUntil }, new Date(now))
  expect(until).toBe(expected)
})

const pastDue = {
  status: 'past_due',
  periodEndsAt: paidUntil,
  createdAt: new Date('2026-02-02T10:00:00Z'),
  endedAt: null,
} as StoredSubscription
