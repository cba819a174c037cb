import {
  endUnpaidSubscription,
  findSubscription,
  lockSubscriptionOf,
  markCancelled,
  type StoredPurchase,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'

/** At the provider first, which decides the race between paying and giving up: read the purchase afterwards to know. */
export async function cancelAtProvider(context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  const { provider } = context
  const { paymentIntentId, subscriptionId } = purchase
  if (!subscriptionId) return paymentIntentId ? provider.cancelPayment(paymentIntentId) : undefined
  // A first month that was paid a moment ago keeps its subscription.
  await convergeSubscription(context, subscriptionId)
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
