import {
  completePurchase,
  findPurchase,
  lockPurchases,
  markCancelled,
  type StoredPurchase,
  savePaymentIntent,
  saveProcessing,
} from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { refundUpgradedPackage } from '../../refunds/server/refund-upgraded-package.ts'
import { syncRefunds } from '../../refunds/server/sync-refunds.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { insertEntry } from '../../server/store.ts'
import type { ProviderPayment } from '../../stripe/rules.ts'
import { syncSubscription } from '../../subscriptions/server/sync-subscription.ts'
import { decideSync, type SyncDecision } from '../rules.ts'

/**
 * Brings a purchase in line with Stripe's current state. Used by the webhook, the return page and reconciliation;
 * nothing else grants a package. Calling it again changes nothing.
 */
export async function syncPurchase(
  context: PaymentsContext,
  purchaseId: string,
  /** Comes from an event, which may arrive before we have stored the payment id. */
  hintedPaymentId?: string,
): Promise<SyncDecision['outcome'] | 'missing'> {
  const purchase = await findPurchase(context.db, purchaseId)
  if (!purchase) throw new Error(`Purchase ${purchaseId} is missing`)
  if (purchase.subscriptionId) return syncSubscriptionPurchase(context, purchase, purchase.subscriptionId)
  const paymentId = hintedPaymentId ?? purchase.paymentIntentId
  if (!paymentId) return 'open'

  const payment = await context.provider.findPayment(paymentId)
  if (!payment) return reportMissing(context, purchaseId, paymentId)
  if (purchase.paymentIntentId && purchase.paymentIntentId !== paymentId) {
    return reportUnexpected(context, purchase, payment)
  }
  if (purchase.completedAt) return syncPaidPurchase(context, purchase, payment)
  const decision = decideSync(purchase, payment)
  await saveDecision(context, purchase, payment, decision)
  return decision.outcome === 'paid' ? syncPaidPurchase(context, purchase, payment) : decision.outcome
}

/** A paid purchase stays paid. Only its refunds and disputes can still change. */
async function syncPaidPurchase(context: PaymentsContext, { id, refunded }: StoredPurchase, payment: ProviderPayment) {
  // Stripe no longer counts a failed refund, but we still have to record it.
  if (payment.charge?.hasRefundOrDispute || refunded > 0) await syncRefunds(context, id, payment.id)
  return 'paid' as const
}

/** A subscription's invoices show what was paid. */
async function syncSubscriptionPurchase(context: PaymentsContext, { id }: StoredPurchase, subscriptionId: string) {
  const subscriptionOutcome = await syncSubscription(context, subscriptionId)
  const purchase = await findPurchase(context.db, id)
  const payment = purchase?.paymentIntentId ? await context.provider.findPayment(purchase.paymentIntentId) : undefined
  if (purchase?.completedAt) return payment ? syncPaidPurchase(context, purchase, payment) : 'paid'
  if (purchase?.status !== 'pending') return 'cancelled'
  if (subscriptionOutcome !== 'synced') return subscriptionOutcome
  const { outcome } = payment ? decideSync(purchase, payment) : { outcome: 'open' as const }
  await saveProcessing(context.db, id, outcome === 'processing')
  return outcome
}

async function saveDecision(
  context: PaymentsContext,
  purchase: StoredPurchase,
  payment: ProviderPayment,
  decision: SyncDecision,
): Promise<void> {
  if (decision.outcome === 'mismatch') return reportMismatch(context, 'payment-mismatch', purchase, payment)
  if (decision.outcome === 'cancelled') return markCancelled(context.db, purchase.id)
  if (decision.outcome !== 'paid') return saveProcessing(context.db, purchase.id, decision.outcome === 'processing')
  await context.db.transaction().execute(async (tx) => {
    // Lock both in one call: account deletion locks them in the same order.
    if (purchase.upgrade) await lockPurchases(tx, [purchase.id, purchase.upgrade.purchaseId])
    await savePaymentIntent(tx, purchase.id, payment.id)
    await insertEntry(tx, {
      kind: 'charge',
      providerId: decision.chargeId,
      purchaseId: purchase.id,
      amount: purchase.total,
      currency: purchase.currency,
      occurredAt: decision.paidAt,
    })
    const outcome = await completePurchase(tx, context, { purchaseId: purchase.id, paidAt: decision.paidAt })
    if (outcome === 'completed') await refundUpgradedPackage(tx, context, purchase)
    if (outcome === 'member-gone') await reportPaymentAfterDeletion(tx, context, purchase, payment)
  })
}

/**
 * The member deleted their account before the payment arrived. The money is recorded, and an administrator must refund
 * it.
 */
async function reportPaymentAfterDeletion(
  tx: Db,
  context: PaymentsContext,
  { id: purchaseId, total }: StoredPurchase,
  { id: paymentIntentId, currency }: ProviderPayment,
) {
  context.log.error({ purchaseId, paymentIntentId }, 'payment arrived after account deletion')
  const detail = { purchaseId, total, currency }
  await reportAnomaly(tx, context, { kind: 'payment-after-deletion', subject: paymentIntentId, detail })
}

/**
 * Our keys belong to another Stripe account, or that account's data was deleted. Changes nothing: an administrator must
 * decide.
 */
async function reportMissing(context: PaymentsContext, purchaseId: string, paymentIntentId: string) {
  context.log.error({ purchaseId, paymentIntentId }, 'payment not found at provider')
  const anomaly = { kind: 'payment-missing', subject: paymentIntentId, detail: { purchaseId } } as const
  await reportAnomaly(context.db, context, anomaly)
  return 'missing' as const
}

/** A second payment was made for a purchase that already has one, so it must be refunded. */
async function reportUnexpected(context: PaymentsContext, purchase: StoredPurchase, payment: ProviderPayment) {
  if (payment.status === 'succeeded') await reportMismatch(context, 'payment-unexpected', purchase, payment)
  return 'mismatch' as const
}

async function reportMismatch(
  context: PaymentsContext,
  kind: 'payment-mismatch' | 'payment-unexpected',
  purchase: StoredPurchase,
  payment: ProviderPayment,
) {
  const { id: paymentIntentId, amount, amountReceived, currency, status } = payment
  context.log.error({ purchaseId: purchase.id, paymentIntentId }, 'payment does not match purchase')
  await reportAnomaly(context.db, context, {
    kind,
    subject: paymentIntentId,
    detail: { purchaseId: purchase.id, total: purchase.total, amount, amountReceived, currency, status },
  })
}
