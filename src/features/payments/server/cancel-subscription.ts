import { lostMessage, type Subscription } from '../contract/subscription.ts'
import { endsAtOnce } from '../rules/subscription.ts'
import { convergeSubscription } from './converge-subscription.ts'
import { endLostSubscription } from './end-lost-subscription.ts'
import { countChange, getLiveSubscription, readBackSubscription, showOwnSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** Nothing more is charged. A paid month stays; one that is due and unpaid is not asked for any more. */
export async function cancelSubscription(
  context: PayingContext,
  subscriptionId: string,
  say: (message: string) => void,
): Promise<Subscription> {
  const { provider } = context
  await countChange(context)
  await getLiveSubscription(context, subscriptionId)
  // As the provider sees it now: a month that was declined a moment ago would be collected all the same.
  const standing = await convergeSubscription(context, subscriptionId)
  if (standing !== 'followed') {
    await endLostSubscription(context, subscriptionId)
    say(lostMessage)
    return showOwnSubscription(context, subscriptionId)
  }
  const subscription = await getLiveSubscription(context, subscriptionId)
  if (endsAtOnce(subscription)) await provider.cancelSubscription(subscription.providerId)
  else await provider.setCancellation(subscription.providerId, true)
  return readBackSubscription(context, subscriptionId)
}
