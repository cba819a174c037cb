import { graceEnd } from '#features/purchases/rules.ts'
import type { StoredSubscription } from '#features/purchases/server/public.ts'
import type { Subscription } from '../contract/subscription.ts'

/** A subscription as its member sees it. */
export function showSubscription(subscription: StoredSubscription, paidUntil: Date | undefined): Subscription {
  const { periodEndsAt, createdAt, endedAt, status } = subscription
  return {
    ...subscription,
    renewsAt: endedAt ? null : (periodEndsAt?.toISOString() ?? null),
    paidUntil: paidUntil?.toISOString() ?? null,
    graceUntil: status === 'past_due' && paidUntil ? graceEnd(paidUntil).toISOString() : null,
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
