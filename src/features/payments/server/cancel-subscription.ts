import type { Subscription } from '../contract/subscription.ts'
import { endsAtOnce } from '../rules/subscription.ts'
import { countChange, getLiveSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** Nothing more is charged. A paid month stays; one that is due and unpaid is not asked for any more. */
export async function cancelSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  const { provider } = context
  await countChange(context)
  const subscription = await getLiveSubscription(context, subscriptionId)
  if (endsAtOnce(subscription)) await provider.cancelSubscription(subscription.providerId)
  else await provider.setCancellation(subscription.providerId, true)
  return readBackSubscription(context, subscriptionId)
}
