import { convergePurchase } from './converge-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'
import { listOpenRefunds } from './refund-store.ts'
import { sendRefund } from './send-refund.ts'

/** Refunds whose work was lost are sent, and those that take their time are looked after. */
export async function reconcileRefunds(context: PaymentsContext, before: Date): Promise<void> {
  const { db, provider, log } = context
  for (const refund of await listOpenRefunds(db, { paymentMode: provider.mode, before })) {
    const work =
      refund.status === 'requested' ? sendRefund(context, refund.id) : convergePurchase(context, refund.purchaseId)
    // One refund that fails must not keep the others waiting.
    await work.catch((error: unknown) => {
      log.error({ refundId: refund.id, error: String(error) }, 'a refund could not be reconciled')
    })
  }
}
