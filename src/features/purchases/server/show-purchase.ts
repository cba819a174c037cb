import type { Purchase } from '../contract.ts'
import type { StoredPurchase } from './store.ts'

/** A purchase as its owner sees it. */
export function showPurchase(purchase: StoredPurchase, now: Date): Purchase {
  const { startsAt, endsAt, createdAt, completedAt } = purchase
  return {
    ...purchase,
    purchaseDate: (completedAt ?? createdAt).toISOString(),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    startsLater: startsAt !== null && startsAt > now,
  }
}
