import { expect, test } from 'vitest'
import { showPurchase } from './purchases.ts'
import type { StoredPurchase } from './store.ts'

const startsAt = new Date('2026-03-16T10:00:00Z')

test.each([
  ['2026-03-16T09:59:59Z', true],
  ['2026-03-16T10:00:00Z', false],
])('at %s server time, a package that starts on 16 March at 10:00 starts later: %s', (now, startsLater) => {
  expect(showPurchase(storedPurchase(startsAt), new Date(now)).startsLater).toBe(startsLater)
})

test('an unpaid purchase has no later start', () => {
  expect(showPurchase(storedPurchase(null), startsAt).startsLater).toBe(false)
})

function storedPurchase(startsAt: Date | null): StoredPurchase {
  return { startsAt, endsAt: null, createdAt: new Date('2026-03-02T10:00:00Z'), completedAt: null } as StoredPurchase
}
