import {
  findMemberSubscription,
  listMemberSubscriptions,
  listPaidUntil,
  type PaidMonths,
  type StoredSubscription,
} from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import type { ProviderSubscription } from '../../stripe/rules.ts'
import type { Subscription } from '../contract.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Each change calls Stripe and most changes send an email, so limit how often a member can make them. */
const memberRateLimit: RateLimit = { name: 'change-subscription', attempts: 20, seconds: 900 }

/** Call before a member cancels or resumes a subscription. */
export async function requireChangeAllowed({ actor, limits }: PayingContext): Promise<void> {
  await limits.count(memberRateLimit, actor.memberId)
}

/** Another member's subscription is treated as not found, as is one without an id at the current provider. */
export async function getOwnSubscription(
  { db, actor, provider }: PayingContext,
  subscriptionId: string,
): Promise<StoredSubscription & { providerId: string }> {
  const subscription = await findMemberSubscription(db, actor.memberId, subscriptionId)
  const { providerId } = subscription ?? {}
  if (!subscription || !providerId || subscription.paymentMode !== provider.mode) {
    throw new Refused('subscription-not-found')
  }
  return { ...subscription, providerId }
}

/** @throws Refused if the subscription has ended or was never paid for */
export async function getLiveSubscription(context: PayingContext, subscriptionId: string) {
  const subscription = await getOwnSubscription(context, subscriptionId)
  if (subscription.endedAt) throw new Refused('subscription-ended')
  // A subscription that was never paid for is resumed or cancelled in the checkout.
  if (subscription.status === 'incomplete') throw new Refused('subscription-not-found')
  return subscription
}

/**
 * Syncs a subscription that Stripe cannot change, because it may have ended.
 * @throws Refused if it has ended
 */
export async function requireStillLive(context: PayingContext, subscriptionId: string): Promise<void> {
  await syncSubscription(context, subscriptionId)
  await getLiveSubscription(context, subscriptionId)
}

/**
 * Reads the subscription from Stripe. If it is missing there, or its id belongs to a different subscription, no card or
 * payment is accepted.
 */
export async function getProviderSubscription(
  context: PayingContext,
  { id, providerId }: { id: string; providerId: string },
): Promise<ProviderSubscription> {
  const reported = await context.provider.findSubscription(providerId)
  return reported?.subscriptionId === id ? reported : refuseUnknown(context, id)
}

export async function refuseUnknown(context: PayingContext, subscriptionId: string): Promise<never> {
  await requireStillLive(context, subscriptionId)
  throw new Refused('subscription-unknown')
}

/**
 * After a change at Stripe, brings our record in line with Stripe's.
 * @throws Refused if Stripe has no record of it, so the change was not made
 */
export async function syncOwnSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  const outcome = await syncSubscription(context, subscriptionId)
  if (outcome !== 'synced') throw new Refused('subscription-unknown')
  return showOwnSubscription(context, subscriptionId)
}

export async function showOwnSubscription(context: PayingContext, subscriptionId: string): Promise<Subscription> {
  const paidUntil = await listPaidUntil(context.db, context.actor.memberId)
  return showSubscription(
    await getOwnSubscription(context, subscriptionId),
    paidUntil.get(subscriptionId),
    context.now(),
  )
}

/** Lists subscriptions that have been paid for at least once. The rest are shown as unfinished payments instead. */
export async function listSubscriptions({ db, actor, now }: MemberContext): Promise<Subscription[]> {
  const moment = now()
  const [paidUntil, subscriptions] = await Promise.all([
    listPaidUntil(db, actor.memberId),
    listMemberSubscriptions(db, actor.memberId),
  ])
  return subscriptions
    .filter(({ id }) => paidUntil.has(id))
    .map((subscription) => showSubscription(subscription, paidUntil.get(subscription.id), moment))
}

export function showSubscription(
  subscription: StoredSubscription,
  paid: PaidMonths | undefined,
  now: Date,
): Subscription {
  const { periodEndsAt, createdAt, endedAt, price, fullPrice, discount } = subscription
  const usableUntil = paid?.usableUntil ?? null
  return {
    ...subscription,
    laterPrice: discount?.months != null && price.total !== fullPrice.total ? fullPrice : null,
    renewsAt: endedAt ? null : (periodEndsAt?.toISOString() ?? null),
    usableUntil: usableUntil && usableUntil > now ? usableUntil.toISOString() : null,
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
