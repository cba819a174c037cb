import { type StoredPurchase, settlePurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { sumGone } from '../rules/refund.ts'
import { listDisputesOf } from './dispute-store.ts'
import { listRefundsOf } from './refund-store.ts'

/** Counts anew what went back of a purchase, in the transaction that holds it: its status follows. */
export async function settleReturns(tx: Db, purchase: StoredPurchase): Promise<void> {
  const refunds = await listRefundsOf(tx, purchase.id)
  const disputes = await listDisputesOf(tx, purchase.id)
  const gone = sumGone(
    refunds.filter(({ status }) => status !== 'failed'),
    disputes,
  )
  await settlePurchase(tx, purchase, {
    // A bank may take what is on its way back already.
    refunded: Math.min(gone, purchase.total),
    isDisputed: disputes.some(({ status }) => status === 'open'),
  })
}
