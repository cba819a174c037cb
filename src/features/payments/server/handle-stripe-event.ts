import { findPurchase, findPurchaseByPayment } from '#features/purchases/server/public.ts'
import { isUuid } from '../rules/our-mark.ts'
import { convergePurchase } from './converge-purchase.ts'
import { followSubscription } from './follow-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findOpenEvent, markEventHandled } from './store.ts'

/** An event is a hint where to look: what it says is never believed, so order and repetition do not matter. */
export async function handleStripeEvent(context: PaymentsContext, eventId: string): Promise<void> {
  const { db, now, provider } = context
  const event = await findOpenEvent(db, eventId)
  if (!event) return
  if (event.provider_subscription_id) await followSubscription(context, event.provider_subscription_id)
  if (event.payment_intent_id) {
    const purchaseId =
      (await provider.findPayment(event.payment_intent_id))?.purchaseId ??
      (await findPurchaseByPayment(db, event.payment_intent_id))?.id
    // Another shop may share the provider's account: what is not ours is left alone.
    const isOurs = purchaseId !== undefined && isUuid(purchaseId) && (await findPurchase(db, purchaseId))
    if (isOurs) await convergePurchase(context, purchaseId, event.payment_intent_id)
  }
  await markEventHandled(db, eventId, now())
}
