import { findPurchaseOf } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Withdrawal } from '../contract/refund.ts'
import { describeWithdrawal } from './describe-withdrawal.ts'
import type { PayingContext } from './payments-context.ts'

export async function getWithdrawal({ db, actor, now }: PayingContext, purchaseId: string): Promise<Withdrawal> {
  const purchase = await findPurchaseOf(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  return describeWithdrawal(db, purchase, now())
}
