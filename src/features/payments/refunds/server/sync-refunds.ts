import { lockPurchase, type StoredPurchase, updatePurchaseStatus } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { recordDispute } from '../../disputes/server/record-dispute.ts'
import { listPurchaseDisputes } from '../../disputes/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { sumReturned } from '../rules.ts'
import { recordRefund } from './record-refund.ts'
import { listPurchaseRefunds } from './store.ts'

/**
 * Brings a payment's refunds and disputes in line with Stripe: ledger, credit notes, status, access and emails, in one
 * transaction. Calling it again changes nothing.
 */
export async function syncRefunds(
  context: PaymentsContext,
  purchaseId: string,
  paymentIntentId: string,
): Promise<void> {
  const { refunds, disputes } = await context.provider.findRefundsAndDisputes(paymentIntentId)
  await context.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
    for (const refund of refunds) await recordRefund(tx, context, purchase, refund)
    for (const dispute of disputes) await recordDispute(tx, context, purchase, dispute)
    await updateRefundedTotal(tx, purchase)
  })
}

/** Recalculates the refunded total and the status, in the transaction that locks the purchase. */
export async function updateRefundedTotal(tx: Db, purchase: StoredPurchase): Promise<void> {
  const refunds = await listPurchaseRefunds(tx, purchase.id)
  const disputes = await listPurchaseDisputes(tx, purchase.id)
  const returned = sumReturned(
    refunds.filter(({ status }) => status !== 'failed'),
    disputes,
  )
  await updatePurchaseStatus(tx, purchase, {
    // A bank may take back money that we are already refunding.
    refunded: Math.min(returned, purchase.total),
    isDisputed: disputes.some(({ status }) => status === 'open'),
  })
}
