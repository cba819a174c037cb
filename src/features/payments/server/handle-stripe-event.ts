import { findPurchase, findPurchaseByPayment } from '#features/purchases/server/public.ts'
import { Refused } from '#platform/shared/refused.ts'
import { FAILURES_BEFORE_ANOMALY } from '../rules/anomalies.ts'
import { isUuid } from '../rules/our-mark.ts'
import { convergePurchase } from './converge-purchase.ts'
import { countDeclinedCard, countDeclinedMonth, countDeclinedSetup } from './count-declined-card.ts'
import { followSubscription } from './follow-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { findOpenEvent, markEventHandled, noteEventFailure } from './store.ts'

/** An event is a hint where to look: what it says is never believed, so order and repetition do not matter. */
export async function handleStripeEvent(context: PaymentsContext, eventId: string): Promise<void> {
  const { db, now } = context
  const event = await findOpenEvent(db, eventId)
  if (!event) return
  try {
    await followEvent(context, event)
  } catch (error) {
    // A provider that is away will be back: nobody has to look for that.
    if (!(error instanceof Refused)) await noteFailure(context, event)
    throw error
  }
  const handledAt = now()
  await markEventHandled(db, eventId, handledAt)
  // The provider counts in whole seconds: one that is handled at once would be from the future.
  if (event.created_at) context.onEventHandled?.(Math.max(0, handledAt.getTime() - event.created_at.getTime()) / 1_000)
}

type OpenEvent = NonNullable<Awaited<ReturnType<typeof findOpenEvent>>>

async function followEvent(
  context: PaymentsContext,
  { id, type, payment_intent_id: paymentId, provider_subscription_id: providerSubscriptionId }: OpenEvent,
) {
  if (providerSubscriptionId) await followSubscription(context, providerSubscriptionId)
  if (type === 'setup_intent.setup_failed') await countDeclinedSetup(context, id)
  if (!paymentId) return
  const isDeclined = type === 'payment_intent.payment_failed'
  const purchase = await findOurs(context, paymentId)
  if (purchase) {
    await convergePurchase(context, purchase.id, paymentId)
    if (isDeclined) await countDeclinedCard(context, id, purchase)
  } else if (isDeclined) await countDeclinedMonth(context, id, paymentId)
}

/** Another shop may share the provider's account: what is not ours is left alone. */
async function findOurs({ db, provider }: PaymentsContext, paymentIntentId: string) {
  const known = await findPurchaseByPayment(db, paymentIntentId)
  if (known) return known
  const purchaseId = (await provider.findPayment(paymentIntentId))?.purchaseId
  return purchaseId !== undefined && isUuid(purchaseId) ? findPurchase(db, purchaseId) : undefined
}

async function noteFailure(context: PaymentsContext, { id, type }: OpenEvent) {
  const { db } = context
  const failures = await noteEventFailure(db, id)
  if (failures < FAILURES_BEFORE_ANOMALY) return
  await reportAnomaly(db, context, { kind: 'event-failed', subject: id, detail: { type } })
}
