import { type StoredPurchase, savePaymentIntent } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { withStripeCustomer } from '../../server/customers.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import { IdempotencyKeyReused } from '../../stripe/server/stripe-request.ts'
import { createFirstPayment } from '../../subscriptions/server/start-subscription.ts'
import { decideSync } from '../rules.ts'
import { cancelUnpaidOrRefuse, markAbandoned } from './cancel-purchase.ts'
import { syncPurchase } from './sync-purchase.ts'

/**
 * Returns the client secret with which the browser confirms the purchase's one payment, creating it if needed.
 * @returns undefined if that payment can no longer be made, or another tab cancelled the purchase
 */
export async function findOrCreateSecret(
  context: PayingContext,
  purchase: StoredPurchase,
): Promise<string | undefined> {
  return purchase.paymentIntentId
    ? findSecret(context, purchase, purchase.paymentIntentId)
    : createSecret(context, purchase)
}

async function findSecret(
  context: PayingContext,
  purchase: StoredPurchase,
  paymentIntentId: string,
): Promise<string | undefined> {
  const payment = await context.provider.findPayment(paymentIntentId)
  const outcome = payment && decideSync(purchase, payment).outcome
  if (payment && (outcome === 'open' || outcome === 'at-bank')) return payment.clientSecret
  await syncUnpayable(context, purchase)
}

/** @returns undefined if another tab cancelled the purchase meanwhile, so that a new one is needed */
async function createSecret(context: PayingContext, purchase: StoredPurchase): Promise<string | undefined> {
  const { subscriptionId } = purchase
  if (subscriptionId) return createFirstPayment(context, { ...purchase, subscriptionId })
  const { db, provider } = context
  const payment = await withStripeCustomer(context, (customerId) =>
    provider.createPayment({ ...purchase, customerId }),
  ).catch((error: unknown) => reportReusedIdempotencyKey(context, purchase, error))
  if (await savePaymentIntent(db, purchase.id, payment.id)) return payment.clientSecret
  await provider.cancelPayment(payment.id)
}

/** Stripe refuses an idempotency key that was used with other values. That is a bug of ours; nothing was charged. */
async function reportReusedIdempotencyKey(
  context: PayingContext,
  { id: purchaseId }: StoredPurchase,
  error: unknown,
): Promise<never> {
  if (error instanceof IdempotencyKeyReused) {
    await reportAnomaly(context.db, context, {
      kind: 'payment-key-reused',
      subject: purchaseId,
      detail: { purchaseId },
    })
  }
  throw error
}

/** Syncs a payment that cannot be made any more, so that a new purchase can start. */
async function syncUnpayable(context: PayingContext, purchase: StoredPurchase) {
  const outcome = await syncPurchase(context, purchase.id)
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'missing') await markAbandoned(context, purchase.id)
  if (outcome === 'processing') throw new Refused('payment-processing')
  // If money arrived, an administrator must decide first.
  if (outcome === 'mismatch') await cancelUnpaidOrRefuse(context, purchase)
}
