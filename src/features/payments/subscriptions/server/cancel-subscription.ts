import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import { lostMessage, type Subscription } from '../contract.ts'
import { endsImmediately } from '../rules.ts'
import { endLostSubscription } from './end-subscription.ts'
import {
  getLiveSubscription,
  requireChangeAllowed,
  showOwnSubscription,
  syncOwnSubscription,
} from './member-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Stops all further charges. A paid month runs until it ends; an unpaid one is no longer collected. */
export async function cancelSubscription(
  context: PayingContext,
  subscriptionId: string,
  setMessage: (message: string) => void,
): Promise<Subscription> {
  const { provider } = context
  await requireChangeAllowed(context)
  await getLiveSubscription(context, subscriptionId)
  // Sync first, or a month declined a moment ago would still be collected.
  const outcome = await syncSubscription(context, subscriptionId)
  if (outcome !== 'synced') {
    await endLostSubscription(context, subscriptionId)
    setMessage(lostMessage)
    return showOwnSubscription(context, subscriptionId)
  }
  const subscription = await getLiveSubscription(context, subscriptionId)
  if (endsImmediately(subscription)) await provider.cancelSubscription(subscription.providerId)
  else await provider.setCancellation(subscription.providerId, true)
  return syncOwnSubscription(context, subscriptionId)
}

/** Reverses a cancellation. Stripe decides whether the month has already ended. */
export async function resumeSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  await requireChangeAllowed(context)
  const { providerId } = await getLiveSubscription(context, subscriptionId)
  // The member may have removed it. Stripe would charge their default card, which they have not agreed to.
  if (!(await context.provider.findSubscriptionCardId(providerId))) await refuseWithoutCard(context, subscriptionId)
  await context.provider.setCancellation(providerId, false)
  const subscription = await syncOwnSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  return subscription
}

async function refuseWithoutCard(context: PayingContext, subscriptionId: string): Promise<never> {
  await syncOwnSubscription(context, subscriptionId)
  await getLiveSubscription(context, subscriptionId)
  throw new Refused('no-card')
}
