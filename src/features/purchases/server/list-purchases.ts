import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { Purchase, PurchaseStatus } from '../contract.ts'
import { listPurchasesOf } from './list-store.ts'
import { showPurchase } from './show-purchase.ts'

export async function listPurchases(
  { db, actor, now }: MemberContext,
  { cursor, limit, status }: { cursor?: string | undefined; limit: number; status?: PurchaseStatus | undefined },
): Promise<{ items: Purchase[]; nextCursor: string | null }> {
  const moment = now()
  const rows = await listPurchasesOf(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor), status })
  return pageFrom(
    rows,
    limit,
    ({ createdAt, id }) => ({ at: createdAt, id }),
    (purchase) => showPurchase(purchase, moment),
  )
}
