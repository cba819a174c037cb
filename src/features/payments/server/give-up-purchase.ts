import {
  endUnpaidSubscription,
  findSubscription,
  lockSubscriptionOf,
  markCancelled,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { convergePurchase } from './converge-purchase.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'

/**
 * Ends a payment that was begun and not finished.
 * @returns 'paid' where the money was faster; 'under-way' where the bank is working on it, or a person has to look first
 */
export async function giveUpPurchase(
  context: PaymentsContext,
  purchase: StoredPurchase,
): Promise<'given-up' | 'paid' | 'under-way'> {
  const { id, paymentIntentId, paymentMode } = purchase
  // With a provider that we have left nobody can pay it here any more.
  const isPayable = paymentIntentId && paymentMode === context.provider.mode
  if (isPayable) await cancelAtProvider(context, purchase)
  const outcome = isPayable ? await convergePurchase(context, id) : 'missing'
  if (outcome === 'missing') await markGivenUp(context, id)
  if (outcome === 'missing' || outcome === 'cancelled') return 'given-up'
  return outcome === 'paid' ? 'paid' : 'under-way'
}

/** At the provider first, which decides the race between paying and giving up: read the purchase afterwards to know. */
export async function cancelAtProvider(context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  const { provider } = context
  const { paymentIntentId, subscriptionId } = purchase
  if (!subscriptionId) return paymentIntentId ? provider.cancelPayment(paymentIntentId) : undefined
  // A first month that was paid a moment ago keeps its subscription.
  if ((await convergeSubscription(context, subscriptionId)) !== 'followed') return
  const subscription = await findSubscription(context.db, subscriptionId)
  if (subscription?.status !== 'incomplete' || !subscription.providerId) return
  await provider.cancelSubscription(subscription.providerId)
  await convergeSubscription(context, subscriptionId)
}

/** Here, where the provider has nothing that could be paid: of a subscription with it. */
export async function markGivenUp({ db, now }: Context, purchaseId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // In the order in which a paid month is recorded: whichever comes first, the other one sees it.
    await lockSubscriptionOf(tx, purchaseId)
    await markCancelled(tx, purchaseId)
    await endUnpaidSubscription(tx, purchaseId, now())
  })
}
