import { findPurchase } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import { Refused } from '#platform/shared/refused.ts'
import { cancelAtProvider, markAbandoned } from '../../checkout/server/cancel-purchase.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import type { PayingContext, PaymentsContext } from '../../server/payments-context.ts'
import { endLostSubscription } from '../../subscriptions/server/end-subscription.ts'
import { syncSubscription } from '../../subscriptions/server/sync-subscription.ts'
import type { Anomaly } from '../contract.ts'
import { showAnomaly } from './list-anomalies.ts'
import { type AnomalyRow, findAnomaly, saveResolution } from './store.ts'

/**
 * Closes a case and records the administrator, time and reason. This releases the purchase or subscription that it
 * blocked.
 */
export async function resolveAnomaly(
  context: PayingContext,
  { anomalyId, reason }: { anomalyId: string; reason: string },
): Promise<Anomaly> {
  const { db, actor, now } = context
  const openAnomaly = await findAnomaly(db, anomalyId)
  if (!openAnomaly) throw new Refused('anomaly-not-found')
  if (openAnomaly.resolvedAt) throw new Refused('anomaly-resolved')
  await settleAnomaly(context, openAnomaly)
  return db.transaction().execute(async (tx) => {
    const isClosed = await saveResolution(tx, anomalyId, { reason, by: actor.memberId, at: now() })
    const anomaly = await findAnomaly(tx, anomalyId)
    if (!anomaly || !isClosed) throw new Refused('anomaly-resolved')
    await recordAction(tx, context, {
      action: 'anomaly.resolved',
      object: { kind: 'anomaly', id: anomalyId },
      reason,
      after: { kind: openAnomaly.kind, subject: openAnomaly.subject },
    })
    return showAnomaly(anomaly)
  })
}

/**
 * Ends the case's purchase or subscription, so that the member can buy again. Syncs with Stripe first, because the
 * problem may already be fixed there.
 */
async function settleAnomaly(context: PaymentsContext, { kind, detail }: AnomalyRow): Promise<void> {
  const { purchaseId, subscriptionId } = detail as { purchaseId?: string; subscriptionId?: string }
  if (kind === 'payment-mismatch' && purchaseId) return cancelMismatchedPurchase(context, purchaseId)
  const isLost = kind === 'subscription-missing' || kind === 'subscription-mismatch'
  if (!isLost || !subscriptionId) return
  const outcome = await syncSubscription(context, subscriptionId)
  if (outcome !== 'synced') await endLostSubscription(context, subscriptionId)
}

async function cancelMismatchedPurchase(context: PaymentsContext, purchaseId: string) {
  const purchase = await findPurchase(context.db, purchaseId)
  if (purchase?.status !== 'pending') return
  await cancelAtProvider(context, purchase)
  const outcome = await syncPurchase(context, purchaseId)
  // Refuse for now: a closed case would not report this payment's result.
  if (outcome === 'processing') throw new Refused('payment-processing')
  if (outcome === 'mismatch' || outcome === 'missing') await markAbandoned(context, purchaseId)
}
