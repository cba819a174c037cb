import { graceEnd } from '#features/purchases/rules.ts'
import type { StoredSubscription } from '#features/purchases/server/public.ts'
import type { Subscription } from '../contract/subscription.ts'

/** A subscription as its member sees it. */
export function showSubscription(
  subscription: StoredSubscription,
  paidUntil: Date | undefined,
  now: Date,
): Subscription {
  const { periodEndsAt, createdAt, endedAt, status } = subscription
  const grace = status === 'past_due' && paidUntil ? graceEnd(paidUntil) : null
  return {
    ...subscription,
    renewsAt: endedAt ? null : (periodEndsAt?.toISOString() ?? null),
    paidUntil: paidUntil?.toISOString() ?? null,
    graceUntil: grace && grace > now ? grace.toISOString() : null,
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
