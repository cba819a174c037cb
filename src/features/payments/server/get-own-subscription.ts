import { findSubscriptionOf, listPaidUntil, type StoredSubscription } from '#features/purchases/server/public.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Subscription } from '../contract/subscription.ts'
import type { ProviderSubscription } from '../rules/subscription.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PayingContext } from './payments-context.ts'
import { showSubscription } from './show-subscription.ts'

/** Each asks the provider, and most write a letter: whoever goes to and fro has to wait. */
const changesByMember: Limit = { name: 'change-subscription', attempts: 20, seconds: 900 }

/** Before a member ends a subscription, or takes that back. */
export async function countChange({ actor, limits }: PayingContext): Promise<void> {
  await limits.count(changesByMember, actor.memberId)
}

/** What is not one's own is not found. One that the provider does not know yet cannot be acted on either. */
export async function getOwnSubscription(
  { db, actor, provider }: PayingContext,
  subscriptionId: string,
): Promise<StoredSubscription & { providerId: string }> {
  const subscription = await findSubscriptionOf(db, actor.memberId, subscriptionId)
  const { providerId } = subscription ?? {}
  if (!subscription || !providerId || subscription.paymentMode !== provider.mode) {
    throw new Refused('subscription-not-found')
  }
  return { ...subscription, providerId }
}

/** @throws Refused where there is nothing left to change */
export async function getLiveSubscription(context: PayingContext, subscriptionId: string) {
  const subscription = await getOwnSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  // Begun and not paid: it is gone on with, or given up, at the checkout.
  if (subscription.status === 'incomplete') throw new Refused('subscription-not-found')
  return subscription
}

/** Where the provider has nothing to act on: brought up to date, it may have ended. @throws Refused if so */
export async function requireStillLive(context: PayingContext, subscriptionId: string): Promise<void> {
  await convergeSubscription(context, subscriptionId)
  await getLiveSubscription(context, subscriptionId)
}

/** As the provider has it. What it does not know, or knows as somebody else's, takes no card and no payment. */
export async function getAtProvider(
  context: PayingContext,
  { id, providerId }: { id: string; providerId: string },
): Promise<ProviderSubscription> {
  const seen = await context.provider.findSubscription(providerId)
  return seen?.subscriptionId === id ? seen : refuseUnknown(context, id)
}

export async function refuseUnknown(context: PayingContext, subscriptionId: string): Promise<never> {
  await requireStillLive(context, subscriptionId)
  throw new Refused('subscription-unknown')
}

/**
 * Read back from the provider after a change there: its answer is what counts.
 * @throws Refused where it does not know the subscription: whatever was wanted has not happened
 */
export async function readBackSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  const standing = await convergeSubscription(context, subscriptionId)
  if (standing !== 'followed') throw new Refused('subscription-unknown')
  return showOwnSubscription(context, subscriptionId)
}

/** As it stands here. */
export async function showOwnSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  const paidUntil = await listPaidUntil(context.db, context.actor.memberId)
  return showSubscription(
    await getOwnSubscription(context, subscriptionId),
    paidUntil.get(subscriptionId),
    context.now(),
  )
}
