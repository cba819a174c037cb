import type { Purchase } from '#features/purchases/contract.ts'
import {
  endUnpaidSubscription,
  findMemberPurchase,
  findSubscription,
  lockPurchaseSubscription,
  markCancelled,
  type StoredPurchase,
  showPurchase,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext, PaymentsContext } from '../../server/payments-context.ts'
import { syncSubscription } from '../../subscriptions/server/sync-subscription.ts'
import { syncPurchase } from './sync-purchase.ts'

/** Cancels the member's unfinished payment. Calling it twice is safe. */
export async function cancelPurchase(context: PayingContext, purchaseId: string): Promise<Purchase> {
  const { db, actor } = context
  const purchase = await findMemberPurchase(db, actor.memberId, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  if (purchase.completedAt) throw new Refused('already-paid')
  if (purchase.status === 'pending') await cancelUnpaidOrRefuse(context, purchase)
  return showPurchase((await findMemberPurchase(db, actor.memberId, purchaseId)) ?? purchase, context.now())
}

/** @throws Refused if the payment has just been made or the bank is still processing it */
export async function cancelUnpaidOrRefuse(context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  const outcome = await cancelUnpaidPurchase(context, purchase)
  if (outcome === 'paid') throw new Refused('already-paid')
  if (outcome === 'in-progress') throw new Refused('payment-processing')
}

/**
 * Cancels an unfinished payment.
 * @returns 'paid' if the payment arrived first; 'in-progress' if the bank or an administrator must decide
 */
export async function cancelUnpaidPurchase(
  context: PaymentsContext,
  purchase: StoredPurchase,
): Promise<'cancelled' | 'paid' | 'in-progress'> {
  const { id, paymentIntentId, paymentMode } = purchase
  // A payment with a provider we no longer use can no longer be made.
  const isPayable = paymentIntentId && paymentMode === context.provider.mode
  if (isPayable) await cancelAtProvider(context, purchase)
  const outcome = isPayable ? await syncPurchase(context, id) : 'missing'
  if (outcome === 'missing') await markAbandoned(context, id)
  if (outcome === 'missing' || outcome === 'cancelled') return 'cancelled'
  return outcome === 'paid' ? 'paid' : 'in-progress'
}

/**
 * Cancels at Stripe. If a payment is made at the same moment, Stripe decides which comes first, so read the purchase
 * afterwards.
 */
export async function cancelAtProvider(context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  const { provider } = context
  const { paymentIntentId, subscriptionId } = purchase
  if (!subscriptionId) return paymentIntentId ? provider.cancelPayment(paymentIntentId) : undefined
  // If the first month was paid a moment ago, keep the subscription.
  if ((await syncSubscription(context, subscriptionId)) !== 'synced') return
  const subscription = await findSubscription(context.db, subscriptionId)
  if (subscription?.status !== 'incomplete' || !subscription.providerId) return
  await provider.cancelSubscription(subscription.providerId)
  await syncSubscription(context, subscriptionId)
}

/**
 * Cancels the purchase and its unpaid subscription in our database only, for when there is nothing at Stripe that could
 * be paid.
 */
export async function markAbandoned({ db, now }: Context, purchaseId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Lock in the same order as when recording a paid month, so that the second transaction sees the first one's
    // changes.
    await lockPurchaseSubscription(tx, purchaseId)
    await markCancelled(tx, purchaseId)
    await endUnpaidSubscription(tx, purchaseId, now())
  })
}
