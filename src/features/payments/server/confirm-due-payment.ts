import type { Limit } from '#platform/server/limits.ts'
import type { Subscription } from '../contract/subscription.ts'
import { getOwnSubscription, readBackSubscription } from './get-own-subscription.ts'
import type { PayingContext } from './payments-context.ts'

/** Each asks the provider. A page asks for twenty seconds after a payment, and again when it is opened. */
const asksByMember: Limit = { name: 'confirm-due-payment', attempts: 300, seconds: 900 }

/** The browser says only *that* something happened, the provider says what. */
export async function confirmDuePayment(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  await context.limits.count(asksByMember, context.actor.memberId)
  await getOwnSubscription(context, subscriptionId)
  return readBackSubscription(context, subscriptionId)
}
