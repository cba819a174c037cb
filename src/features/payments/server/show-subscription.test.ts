import { expect, test } from 'vitest'
import type { StoredSubscription } from '#features/purchases/server/public.ts'
import { showSubscription } from './show-subscription.ts'

const paidUntil = new Date('2026-03-02T10:00:00Z')
const graceEnd = '2026-03-09T10:00:00.000Z'

test.each([
  ['2026-03-09T09:59:59Z', graceEnd],
  ['2026-03-09T10:00:00Z', null],
])('of a month that is due, at %s by the clock of the server, the package may be used until %s', (now, graceUntil) => {
  expect(showSubscription(pastDue, paidUntil, new Date(now)).graceUntil).toBe(graceUntil)
})

const pastDue = {
  status: 'past_due',
  periodEndsAt: paidUntil,
  createdAt: new Date('2026-02-02T10:00:00Z'),
  endedAt: null,
} as StoredSubscription
