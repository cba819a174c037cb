import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Purchase } from '../contract.ts'
import { showPurchase } from './show-purchase.ts'
import { findPurchaseOf } from './store.ts'

export async function getPurchase({ db, actor, now }: MemberContext, purchaseId: string): Promise<Purchase> {
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return showPurchase(purchase, now())
}
