import { findSubscription } from '#features/purchases/server/public.ts'
import { convergeSubscription } from './converge-subscription.ts'
import { endLostSubscription } from './end-lost-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'

/** At the provider, at once: no month is charged again. One that has ended, or was never begun there, stays as it is. */
export async function endSubscription(context: PaymentsContext, subscriptionId: string): Promise<void> {
  const { db, provider } = context
  const subscription = await findSubscription(db, subscriptionId)
  if (!subscription?.providerId || subscription.endedAt || subscription.paymentMode !== provider.mode) return
  // Before anything is asked for: the number may be that of somebody else's.
  const standing = await convergeSubscription(context, subscriptionId)
  if (standing !== 'followed') return endLostSubscription(context, subscriptionId)
  await provider.cancelSubscription(subscription.providerId)
  await convergeSubscription(context, subscriptionId)
}
