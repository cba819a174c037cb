import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import type { Refund } from '../contract.ts'
import { decideStaffRefund } from '../rules.ts'
import { showRefund } from './refunds.ts'
import { requestRefund } from './request-refund.ts'
import { findRefund } from './store.ts'

/** Lets staff refund a purchase, fully or in part. Repeating a request id returns the same refund. */
export async function refundPurchase(
  context: MemberContext,
  purchaseId: string,
  { requestId, amount, reason, endsAccess, expectedRemainder }: BodyOf<typeof contract.refundPurchase>,
): Promise<Refund> {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) throw new Refused('purchase-not-found')
    const existing = await findRefund(tx, requestId)
    if (existing && existing.purchaseId !== purchaseId) throw new Refused('request-used')
    if (existing) return showRefund(existing)
    if (hasChanged(purchase, expectedRemainder)) throw new Refused('edited-elsewhere')
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

/** @param expected the amount left to refund when the administrator opened the page, if sent */
function hasChanged({ total, refunded }: StoredPurchase, expectedRemainder: number | undefined): boolean {
  return expectedRemainder !== undefined && expectedRemainder !== total - refunded
}
