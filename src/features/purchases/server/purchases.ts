import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Purchase, PurchaseStatus } from '../contract.ts'
import { findMemberPurchase, listMemberPurchases, type StoredPurchase } from './store.ts'

export async function getPurchase({ db, actor, now }: MemberContext, purchaseId: string): Promise<Purchase> {
  const purchase = await findMemberPurchase(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return showPurchase(purchase, now())
}

export async function listPurchases(
  { db, actor, now }: MemberContext,
  { cursor, limit, status }: { cursor?: string | undefined; limit: number; status?: PurchaseStatus | undefined },
): Promise<{ items: Purchase[]; nextCursor: string | null }> {
  const moment = now()
  const rows = await listMemberPurchases(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor), status })
  return pageFrom(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (purchase) => showPurchase(purchase, moment),
  )
}

/** A purchase as shown to its owner. */
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
