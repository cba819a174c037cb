import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import { listDisputedPurchases } from '../../disputes/server/store.ts'
import { sendRefund } from '../../refunds/server/send-refund.ts'
import { listOpenRefunds } from '../../refunds/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'

/** Sends refunds whose job was lost, and syncs pending refunds and open disputes. */
export async function reconcileRefunds(
  context: PaymentsContext,
  before: Date,
  holdsLock: () => Promise<boolean>,
): Promise<void> {
  const { db, provider } = context
  for (const { id, purchaseId, status } of await listOpenRefunds(db, { paymentMode: provider.mode, before })) {
    if (!(await holdsLock())) return
    await logFailure(
      context,
      purchaseId,
      (): Promise<unknown> => (status === 'requested' ? sendRefund(context, id) : syncPurchase(context, purchaseId)),
    )
  }
  for (const purchaseId of await listDisputedPurchases(db, provider.mode)) {
    if (!(await holdsLock())) return
    await logFailure(context, purchaseId, () => syncPurchase(context, purchaseId))
  }
}

async function logFailure({ log }: PaymentsContext, purchaseId: string, work: () => Promise<unknown>): Promise<void> {
  await attemptLogged(log, { purchaseId }, 'what goes back of a purchase could not be reconciled', work)
}
