import { expect, test } from 'vitest'
import { showPurchase } from './purchases.ts'
import type { StoredPurchase } from './store.ts'

const startsAt = new Date('2026-03-16T10:00:00Z')

test.each([
  ['2026-03-16T09:59:59Z', true],
  ['2026-03-16T10:00:00Z', false],
])('at %s server time, a package with a start on 16 March at 10:00 is yet to start: %s', (now, startsLater) => {
  expect(showPurchase(storedPurchase(startsAt), new Date(now)).startsLater).toBe(startsLater)
})

test('an unpaid purchase is not shown as starting later', () => {
  expect(showPurchase(storedPurchase(null), startsAt).startsLater).toBe(false)
})

function storedPurchase(startsAt: Date | null): StoredPurchase {
  return { startsAt, endsAt: null, createdAt: new Date('2026-03-02T10:00:00Z'), completedAt: null } as StoredPurchase
}
