import { findPurchaseOf } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Refund } from '../contract/refund.ts'
import type { PayingContext } from './payments-context.ts'
import { listRefundsOf } from './refund-store.ts'
import { showRefund } from './show-refund.ts'

export async function listRefunds({ db, actor }: PayingContext, purchaseId: string): Promise<Refund[]> {
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return (await listRefundsOf(db, purchaseId)).map(showRefund)
}
