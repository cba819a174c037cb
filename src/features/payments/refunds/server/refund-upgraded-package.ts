import { randomUUID } from 'node:crypto'
import { lockPurchase, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { decideUpgradeRefund } from '../rules.ts'
import { requestRefund } from './request-refund.ts'
import { findWithdrawalOrUpgradeRefund } from './store.ts'

/**
 * Refunds the unused part of the package replaced by this upgrade, in the transaction that completes the purchase. If
 * part of its price was refunded in the meantime, the refund may be lower than promised; the upgrade is still valid.
 */
export async function refundUpgradedPackage(tx: Db, context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  if (!purchase.upgrade) return
  const { purchaseId, credit } = purchase.upgrade
  const replaced = await lockPurchase(tx, purchaseId)
  if (!replaced) throw new Error(`Purchase ${purchaseId} is missing`)
  const isAlreadyRefunded = (await findWithdrawalOrUpgradeRefund(tx, purchaseId)) !== undefined
  const amount = replaced.status === 'disputed' ? 0 : decideUpgradeRefund(replaced, { credit, isAlreadyRefunded })
  if (amount < credit) await reportReducedRefund(tx, context, purchase, amount)
  if (amount === 0) return
  await requestRefund(tx, context, replaced, {
    id: randomUUID(),
    kind: 'upgrade',
    reason: `Upgraded to ${purchase.packageTitle}`,
    amount,
    // The upgrade has already ended the old package. Even if this refund fails, the old package stays ended, because
    // the member has the better one.
    endsAccess: false,
    requestedBy: purchase.memberId,
  })
}

async function reportReducedRefund(tx: Db, context: PaymentsContext, { id, upgrade }: StoredPurchase, amount: number) {
  context.log.warn({ purchaseId: id }, 'upgrade refund lower than promised')
  await reportAnomaly(tx, context, { kind: 'upgrade-credit-short', subject: id, detail: { ...upgrade, amount } })
}
