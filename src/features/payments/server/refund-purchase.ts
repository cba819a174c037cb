import { requireFreshIdentity } from '#features/accounts/server/public.ts'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/refund.ts'
import type { Refund } from '../contract/refund.ts'
import { decideStaffRefund } from '../rules/refund.ts'
import type { PayingContext } from './payments-context.ts'
import { findRefund } from './refund-store.ts'
import { requestRefund } from './request-refund.ts'
import { showRefund } from './show-refund.ts'

/**
 * Staff give money back, whole or in part. One press is one request, however often it arrives.
 * @param context with real time as well: the clock of the sandbox must not make an identity old
 */
export async function refundPurchase(
  context: PayingContext & { realNow: () => Date },
  purchaseId: string,
  { requestId, amount, reason, endsAccess, expectedRemainder }: BodyOf<typeof contract.refundPurchase>,
): Promise<Refund> {
  const { db, actor, realNow } = context
  requireFreshIdentity({ actor, now: realNow })
  return db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) throw new Refused('purchase-not-found')
    const before = await findRefund(tx, requestId)
    if (before && before.purchaseId !== purchaseId) throw new Refused('request-used')
    if (before) return showRefund(before)
    if (hasChanged(purchase, expectedRemainder)) throw new Refused('changed-meanwhile')
    const decision = decideStaffRefund(purchase, amount)
    if (decision.refusal) throw new Refused(decision.refusal)
    const refund = await requestRefund(tx, context, purchase, {
      id: requestId,
      kind: 'staff',
      reason,
      amount,
      endsAccess: endsAccess || decision.isWhole,
      requestedBy: actor.memberId,
    })
    await recordAction(tx, context, {
      action: 'purchase.refunded',
      object: { kind: 'purchase', id: purchaseId },
      reason,
      before: { refunded: purchase.refunded },
      after: {
        refunded: purchase.refunded + amount,
        currency: purchase.currency,
        refundId: refund.id,
        endsAccess: refund.endsAccess,
      },
    })
    return showRefund(refund)
  })
}

/** @param expected what was left when somebody looked, where they say so */
function hasChanged({ total, refunded }: StoredPurchase, expected: number | undefined): boolean {
  return expected !== undefined && expected !== total - refunded
}
