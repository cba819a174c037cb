import { findSubscription, lockSubscription, markSubscriptionEnded } from '#features/purchases/server/public.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { notifySubscriptionLost } from './notify-subscription-changed.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Cancels at Stripe immediately, so that no further month is charged. Skips a subscription that has ended or never
 * started.
 */
export async function endSubscription(context: PaymentsContext, subscriptionId: string): Promise<void> {
  const { db, provider } = context
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription?.providerId || subscription.endedAt || subscription.paymentMode !== provider.mode) return
  // Sync first: the Stripe id may belong to another subscription.
  const outcome = await syncSubscription(context, subscriptionId)
  if (outcome !== 'synced') return endLostSubscription(context, subscriptionId)
  await provider.cancelSubscription(subscription.providerId)
  await syncSubscription(context, subscriptionId)
}

/**
 * Ends a subscription that Stripe has no record of, in our database only. Called when the member, a refund or an
 * administrator ends the subscription. If Stripe has it again later, for example once the right keys are used, the next
 * sync cancels it there.
 */
export async function endLostSubscription(context: PaymentsContext, subscriptionId: string): Promise<void> {
  const { db, now } = context
  await db.transaction().execute(async (tx) => {
    const before = await lockSubscription(tx, subscriptionId)
    if (before.endedAt) return
    await markSubscriptionEnded(tx, subscriptionId, now())
    await notifySubscriptionLost(tx, context, before)
  })
}
