import type { Purchase } from '#features/purchases/contract.ts'
import { findPurchaseOf, showPurchase } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import { giveUpPurchase } from './give-up-purchase.ts'
import type { PayingContext } from './payments-context.ts'

/** A member would rather not finish a payment that they began. Pressed twice it is cancelled once. */
export async function cancelPurchase(context: PayingContext, purchaseId: string): Promise<Purchase> {
  const { db, actor } = context
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.completedAt) throw new Refused('already-paid')
  const outcome = purchase.status === 'pending' ? await giveUpPurchase(context, purchase) : 'given-up'
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'under-way') throw new Refused('payment-processing')
  return showPurchase((await findPurchaseOf(db, actor.memberId, purchaseId)) ?? purchase, context.now())
}
