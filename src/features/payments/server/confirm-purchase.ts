import { findPurchaseOf, showPurchase } from '#features/purchases/server/public.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { convergePurchase } from './converge-purchase.ts'
import type { PayingContext } from './payments-context.ts'

type Confirmed = ResponseOf<typeof contract.confirmPurchase>

/** The return page: the browser says only *that* something happened, the provider says what. */
export async function confirmPurchase(context: PayingContext, purchaseId: string): Promise<Confirmed> {
  const { db, actor } = context
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.status !== 'pending') return { ...showPurchase(purchase), isOpen: false }
  const outcome = await convergePurchase(context, purchaseId)
  const converged = (await findPurchaseOf(db, actor.memberId, purchaseId)) ?? purchase
  return { ...showPurchase(converged), isOpen: outcome === 'open' }
}
