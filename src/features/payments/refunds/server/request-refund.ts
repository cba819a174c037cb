import { endPackage, hasLaterMonth, type StoredPurchase, saveRefunded } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { endSubscriptionQueue } from '../../subscriptions/server/end-subscription-queue.ts'
import { insertRefund, type StoredRefund } from './store.ts'

export const sendRefundQueue: Queue<{ refundId: string }> = { name: 'send-refund', retryDelay: 5, retryLimit: 100 }

type Request = Pick<StoredRefund, 'id' | 'kind' | 'reason' | 'amount' | 'endsAccess' | 'requestedBy'>

/**
 * Stores a refund before it is sent to Stripe, in one transaction that locks the purchase. It updates the purchase's
 * total, ends the package if needed and queues the job. The database rejects refunds above the amount paid.
 */
export async function requestRefund(
  tx: Db,
  context: Context,
  purchase: StoredPurchase,
  request: Request,
): Promise<StoredRefund> {
  const { jobs, now } = context
  const refund: StoredRefund = {
    ...request,
    purchaseId: purchase.id,
    currency: purchase.currency,
    status: 'requested',
    providerId: null,
    requestedAt: now(),
  }
  await insertRefund(tx, refund)
  await saveRefunded(tx, purchase.id, purchase.refunded + refund.amount)
  if (refund.endsAccess) await endAccess(tx, context, purchase, refund.requestedAt)
  await jobs.send(tx, sendRefundQueue, { refundId: refund.id })
  return refund
}

/**
 * Ends a package early, in the caller's transaction. Its subscription ends too, unless a later month is paid: then this
 * refunds a past month and the subscription continues.
 */
export async function endAccess(
  tx: Db,
  { jobs }: Context,
  { id, subscriptionId }: StoredPurchase,
  at: Date,
): Promise<void> {
  await endPackage(tx, id, at)
  if (subscriptionId && !(await hasLaterMonth(tx, id))) await jobs.send(tx, endSubscriptionQueue, { subscriptionId })
}
