import { findPurchase, lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { recordFailedRefund } from './record-failed-refund.ts'
import { findRefund, type StoredRefund } from './store.ts'
import { syncRefunds, updateRefundedTotal } from './sync-refunds.ts'

/**
 * Sends a requested refund to Stripe and records the result. Calling it again, even after a crash, does not refund
 * twice.
 */
export async function sendRefund(context: PaymentsContext, refundId: string): Promise<void> {
  const { db, provider } = context
  const refund = await findRefund(db, refundId)
  if (refund?.status !== 'requested') return
  const purchase = await findPurchase(db, refund.purchaseId)
  if (!purchase) throw new Error(`Purchase ${refund.purchaseId} is missing`)
  const { paymentIntentId, paymentMode } = purchase
  // We have no connection to a provider we no longer use.
  if (!paymentIntentId || paymentMode !== provider.mode)
    return recordRefusal(context, refund, purchase, 'paid with another provider')
  const refusal = await provider.createRefund({ id: refund.id, paymentIntentId, amount: refund.amount })
  if (refusal) await recordRefusal(context, refund, purchase, refusal)
  await syncRefunds(context, purchase.id, paymentIntentId)
}

/** Stripe refused the refund. No money has been sent, and an administrator must find another way. */
async function recordRefusal(context: PaymentsContext, { id }: StoredRefund, purchase: StoredPurchase, reason: string) {
  await context.db.transaction().execute(async (tx) => {
    const lockedPurchase = await lockPurchase(tx, purchase.id)
    const refund = await findRefund(tx, id)
    if (!lockedPurchase || refund?.status !== 'requested') return
    await recordFailedRefund(tx, context, { purchase: lockedPurchase, refund, providerId: null, reason })
    await updateRefundedTotal(tx, lockedPurchase)
  })
}
