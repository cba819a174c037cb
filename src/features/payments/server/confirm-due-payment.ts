import type { Subscription } from '../contract/subscription.ts'
import { getOwnSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** The browser says only *that* something happened, the provider says what. */
export async function confirmDuePayment(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  await getOwnSubscription(context, subscriptionId)
  return readBackSubscription(context, subscriptionId)
}
