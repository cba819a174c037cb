import type { Purchase } from '#features/purchases/contract.ts'
import { findPurchaseOf, showPurchase } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import { convergePurchase } from './converge-purchase.ts'
import type { PayingContext } from './payments-context.ts'

/** The return page: the browser says only *that* something happened, the provider says what. */
export async function confirmPurchase(context: PayingContext, purchaseId: string): Promise<Purchase> {
  const { db, actor } = context
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.status !== 'pending') return showPurchase(purchase)
  await convergePurchase(context, purchaseId)
  return showPurchase((await findPurchaseOf(db, actor.memberId, purchaseId)) ?? purchase)
}
