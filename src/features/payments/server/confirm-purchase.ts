import { findPurchaseOf, showPurchase } from '#features/purchases/server/public.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { convergePurchase } from './converge-purchase.ts'
import type { PayingContext } from './payments-context.ts'

type Confirmed = ResponseOf<typeof contract.confirmPurchase>

/** Each asks the provider. A page asks for twenty seconds after a payment, and again when it is opened. */
const asksByMember: Limit = { name: 'confirm-purchase', attempts: 300, seconds: 900 }

/** The return page: the browser says only *that* something happened, the provider says what. */
export async function confirmPurchase(context: PayingContext, purchaseId: string): Promise<Confirmed> {
  const { db, actor, now, limits } = context
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.status !== 'pending') return { ...showPurchase(purchase, now()), isOpen: false }
  await limits.count(asksByMember, actor.memberId)
  const outcome = await convergePurchase(context, purchaseId)
  const converged = (await findPurchaseOf(db, actor.memberId, purchaseId)) ?? purchase
  return { ...showPurchase(converged, now()), isOpen: outcome === 'open' }
}
