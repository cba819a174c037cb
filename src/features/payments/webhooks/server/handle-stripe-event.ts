import {
  findPurchase,
  findPurchaseByPayment,
  findSubscription,
  findSubscriptionByProvider,
} from '#features/purchases/server/public.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isUuid } from '#platform/shared/uuid.ts'
import { FAILURES_BEFORE_ANOMALY } from '../../anomalies/rules.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { isKnownCustomer } from '../../server/store.ts'
import { syncSubscription } from '../../subscriptions/server/sync-subscription.ts'
import { handleDeclinedCard, handleDeclinedPeriod, handleDeclinedSetup } from './handle-declined-card.ts'
import { findOpenEvent, markEventHandled, recordEventFailure } from './store.ts'

export const handleStripeEventQueue: Queue<{ eventId: string }> = {
  name: 'handle-stripe-event',
  retryDelay: 2,
  retryLimit: 50,
}

/**
 * An event only tells us which object to read from Stripe. We never use its content, so neither order nor repeats
 * matter.
 */
export async function handleStripeEvent(context: PaymentsContext, eventId: string): Promise<void> {
  const { db, now } = context
  const event = await findOpenEvent(db, eventId)
  if (!event) return
  try {
    await handleEvent(context, event)
  } catch (error) {
    // If Stripe is unavailable, a retry is all that is needed, so do not count a failure.
    if (!(error instanceof Refused)) await recordFailure(context, event)
    throw error
  }
  const handledAt = now()
  await markEventHandled(db, eventId, handledAt)
  // Stripe counts in whole seconds, so an event handled immediately could have a negative age.
  if (event.createdAt) context.onEventHandled?.(Math.max(0, handledAt.getTime() - event.createdAt.getTime()) / 1_000)
}

type OpenEvent = NonNullable<Awaited<ReturnType<typeof findOpenEvent>>>

async function handleEvent(
  context: PaymentsContext,
  { id, type, paymentIntentId: paymentId, providerSubscriptionId }: OpenEvent,
) {
  if (providerSubscriptionId) await handleSubscriptionEvent(context, providerSubscriptionId)
  if (type === 'setup_intent.setup_failed') await handleDeclinedSetup(context, id)
  if (!paymentId) return
  const isDeclined = type === 'payment_intent.payment_failed'
  const purchase = await findOwnPurchase(context, paymentId)
  if (purchase) {
    await syncPurchase(context, purchase.id, paymentId)
    if (isDeclined) await handleDeclinedCard(context, id, purchase)
  } else if (isDeclined) await handleDeclinedPeriod(context, id, paymentId)
}

/** Other sites may share the Stripe account; ignore their objects. */
async function findOwnPurchase({ db, provider }: PaymentsContext, paymentIntentId: string) {
  const stored = await findPurchaseByPayment(db, paymentIntentId)
  if (stored) return stored
  const purchaseId = (await provider.findPayment(paymentIntentId))?.purchaseId
  return purchaseId !== undefined && isUuid(purchaseId) ? findPurchase(db, purchaseId) : undefined
}

async function recordFailure(context: PaymentsContext, { id, type }: OpenEvent) {
  const { db } = context
  const failures = await recordEventFailure(db, id)
  if (failures < FAILURES_BEFORE_ANOMALY) return
  await reportAnomaly(db, context, { kind: 'event-failed', subject: id, detail: { type } })
}

/** Syncs our subscription, or reports a subscription that was created for our customer at Stripe. */
async function handleSubscriptionEvent(context: PaymentsContext, providerId: string): Promise<void> {
  const { db, provider } = context
  const stored = await findSubscriptionByProvider(db, providerId)
  if (stored) return void (await syncSubscription(context, stored.id))
  const reported = await provider.findSubscription(providerId)
  if (!reported) return
  const { subscriptionId: reportedId, customerId } = reported
  // The event arrived before we stored the id, or a second subscription has the same metadata as the first.
  const subscription =
    reportedId !== undefined && isUuid(reportedId) ? await findSubscription(db, reportedId) : undefined
  if (subscription) return void (await syncSubscription(context, subscription.id, providerId))
  // Other sites may share the Stripe account; ignore their customers.
  if (await isKnownCustomer(db, customerId)) await report(context, providerId, customerId)
}

async function report(context: PaymentsContext, providerId: string, customerId: string) {
  context.log.error({ providerId, customerId }, 'foreign subscription found for our customer')
  await reportAnomaly(context.db, context, {
    kind: 'subscription-foreign',
    subject: providerId,
    detail: { customerId },
  })
}
