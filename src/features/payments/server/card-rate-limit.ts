import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext } from './payments-context.ts'
import { recordSubscriptionNetwork } from './store.ts'

// Limits card testing across accounts and purchases (docs/payments/failures.md, 34). The payment is cancelled too:
// otherwise a browser with its client secret could go on trying cards without calling our server.

export const memberRateLimit: RateLimit = { name: 'declined-card-member', attempts: 20, seconds: 900 }
export const addressRateLimit: RateLimit = { name: 'declined-card-address', attempts: 20, seconds: 900 }

/** True if this member or this address had too many cards declined in the last 15 minutes. */
export async function hasTooManyDeclines({ limits }: Context, memberId: MemberId, address: string): Promise<boolean> {
  return (await limits.isUsedUp(memberRateLimit, memberId)) || (await limits.isUsedUp(addressRateLimit, address))
}

/**
 * Call before a card may be tried on a subscription.
 * @throws Refused after too many declined cards
 */
export async function requireCardAllowed(
  context: PayingContext,
  subscriptionId: string,
  address: string,
): Promise<void> {
  const { db, actor, now } = context
  if (await hasTooManyDeclines(context, actor.memberId, addressKey(address))) throw new Refused('cards-declined')
  await recordSubscriptionNetwork(db, { subscriptionId, addressKey: addressKey(address), recordedAt: now() })
}
