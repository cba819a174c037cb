import { lockPurchase } from '#features/purchases/server/public.ts'
import { noteDispute } from './note-dispute.ts'
import { noteRefund } from './note-refund.ts'
import type { PaymentsContext } from './payments-context.ts'
import { settleReturns } from './settle-returns.ts'

/**
 * Brings what went back of a payment in line with what the provider says now: ledger, credit notes, status, access and
 * letters in one transaction. Asking again changes nothing (PAYMENTS §6.2, T5 and T7).
 */
export async function convergeReturns(
  context: PaymentsContext,
  purchaseId: string,
  paymentIntentId: string,
): Promise<void> {
  const { refunds, disputes } = await context.provider.findReturns(paymentIntentId)
  await context.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
    for (const refund of refunds) await noteRefund(tx, context, purchase, refund)
    for (const dispute of disputes) await noteDispute(tx, context, purchase, dispute)
    await settleReturns(tx, purchase)
  })
}
