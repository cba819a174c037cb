import { findPurchase, findPurchaseByPayment } from '#features/purchases/server/public.ts'
import { isUuid } from '../rules/our-mark.ts'
import { convergePurchase } from './converge-purchase.ts'
import { followSubscription } from './follow-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findOpenEvent, markEventHandled } from './store.ts'

/** An event is a hint where to look: what it says is never believed, so order and repetition do not matter. */
export async function handleStripeEvent(context: PaymentsContext, eventId: string): Promise<void> {
  const { db, now } = context
  const event = await findOpenEvent(db, eventId)
  if (!event) return
  if (event.provider_subscription_id) await followSubscription(context, event.provider_subscription_id)
  if (event.payment_intent_id) {
    const purchase = await findOurs(context, event.payment_intent_id)
    if (purchase) await convergePurchase(context, purchase.id, event.payment_intent_id)
  }
  await markEventHandled(db, eventId, now())
}

/** Another shop may share the provider's account: what is not ours is left alone. */
async function findOurs({ db, provider }: PaymentsContext, paymentIntentId: string) {
  const known = await findPurchaseByPayment(db, paymentIntentId)
  if (known) return known
  const purchaseId = (await provider.findPayment(paymentIntentId))?.purchaseId
  return purchaseId !== undefined && isUuid(purchaseId) ? findPurchase(db, purchaseId) : undefined
}
