import { endPackage, type StoredPurchase, saveRefunded } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sendRefundJob } from './jobs.ts'
import { insertRefund, type StoredRefund } from './refund-store.ts'

type Request = Pick<StoredRefund, 'id' | 'kind' | 'reason' | 'amount' | 'endsAccess' | 'requestedBy'>

/**
 * Writes down that money goes back, before anybody is asked for it: the row, what it takes of the purchase, the end of
 * the package and the work of sending it, in one transaction that holds the purchase. More than was paid is refused by
 * the database.
 */
export async function requestRefund(
  tx: Db,
  { jobs, now }: Context,
  purchase: StoredPurchase,
  request: Request,
): Promise<StoredRefund> {
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
  if (refund.endsAccess) await endPackage(tx, purchase.id, refund.requestedAt)
  await jobs.send(tx, sendRefundJob, { refundId: refund.id })
  return refund
}
