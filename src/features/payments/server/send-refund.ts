import { findPurchase, lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import { convergeReturns } from './converge-returns.ts'
import { failRefund } from './fail-refund.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findRefund, type StoredRefund } from './refund-store.ts'
import { settleReturns } from './settle-returns.ts'

/**
 * Work of `sendRefundJob`: asks the provider for what was requested, and notes what it did. Asked again, also after a
 * crash between the two, it is the same refund there.
 */
export async function sendRefund(context: PaymentsContext, refundId: string): Promise<void> {
  const { db, provider } = context
  const refund = await findRefund(db, refundId)
  if (refund?.status !== 'requested') return
  const purchase = await findPurchase(db, refund.purchaseId)
  if (!purchase) throw new Error(`Purchase ${refund.purchaseId} is missing`)
  const { paymentIntentId, paymentMode } = purchase
  // With a provider that we have left there is nobody to ask.
  if (!paymentIntentId || paymentMode !== provider.mode)
    return refuse(context, refund, purchase, 'paid with another provider')
  const refusal = await provider.createRefund({ id: refund.id, paymentIntentId, amount: refund.amount })
  if (refusal) await refuse(context, refund, purchase, refusal)
  await convergeReturns(context, purchase.id, paymentIntentId)
}

/** The provider does not give the money back: nothing has left, and a person has to look. */
async function refuse(context: PaymentsContext, { id }: StoredRefund, purchase: StoredPurchase, reason: string) {
  await context.db.transaction().execute(async (tx) => {
    const held = await lockPurchase(tx, purchase.id)
    const refund = await findRefund(tx, id)
    if (!held || refund?.status !== 'requested') return
    await failRefund(tx, context, { purchase: held, refund, providerId: null, reason })
    await settleReturns(tx, held)
  })
}
