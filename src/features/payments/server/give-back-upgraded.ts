import { randomUUID } from 'node:crypto'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { decideUpgradeRefund } from '../rules/refund.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findReturned } from './refund-store.ts'
import { requestRefund } from './request-refund.ts'
import { recordAnomaly } from './store.ts'

/**
 * In the transaction that completes a purchase: what is not used of the package that it was bought in place of goes
 * back. If something went back of that one meanwhile, it may be less than was promised: the payment counts all the same.
 */
export async function giveBackUpgraded(tx: Db, context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  if (!purchase.upgrade) return
  const { purchaseId, credit } = purchase.upgrade
  const old = await lockPurchase(tx, purchaseId)
  if (!old) throw new Error(`Purchase ${purchaseId} is missing`)
  const isGivenBack = (await findReturned(tx, purchaseId)) !== undefined
  const amount = old.status === 'disputed' ? 0 : decideUpgradeRefund(old, { credit, isGivenBack })
  if (amount < credit) await reportLess(tx, context, purchase, amount)
  if (amount === 0) return
  await requestRefund(tx, context, old, {
    id: randomUUID(),
    kind: 'upgrade',
    reason: `Exchanged for ${purchase.packageTitle}`,
    amount,
    // It has ended by the completion, and stays so where the refund fails: the better package is there.
    endsAccess: false,
    requestedBy: purchase.memberId,
  })
}

async function reportLess(tx: Db, { log, now }: PaymentsContext, { id, upgrade }: StoredPurchase, amount: number) {
  log.warn({ purchaseId: id }, 'less goes back for an exchanged package than was promised')
  await recordAnomaly(tx, { kind: 'upgrade-credit-short', subject: id, detail: { ...upgrade, amount }, foundAt: now() })
}
