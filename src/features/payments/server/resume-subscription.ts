import { Refused } from '#platform/shared/refused.ts'
import type { Subscription } from '../contract/subscription.ts'
import { countChange, getLiveSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** Takes a cancellation back. The provider decides whether the month had ended before. */
export async function resumeSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  await countChange(context)
  const { providerId } = await getLiveSubscription(context, subscriptionId)
  await context.provider.setCancellation(providerId, false)
  const subscription = await readBackSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  return subscription
}
