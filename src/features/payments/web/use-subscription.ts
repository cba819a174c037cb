import type { OwnedPackage } from '#features/purchases/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import {
  listSubscriptions,
  type Subscription,
  type startCardUpdate,
  type startDuePayment,
} from '../contract/subscription.ts'

const NOT_FOUND: Failed = { state: 'failed', message: 'This subscription was not found.' }

type Beginning = typeof startCardUpdate | typeof startDuePayment

/**
 * What its card says of the subscription of a package. Whoever has cancelled the contract is done with it, however soon
 * the provider ends it.
 */
export function subscriptionOf(owned: OwnedPackage, subscriptions: Subscription[]): Subscription | undefined {
  const subscription = subscriptions.find(({ id }) => id === owned.subscription?.id)
  return owned.state === 'cancelled' && subscription?.endedAt === null ? undefined : subscription
}

/** Begins what a page is for, with the subscription that its address names. */
export async function beginFor<E extends Beginning>(
  endpoint: E,
  request: Request,
): Promise<Failed | { state: 'begun'; subscription: Subscription; started: ResponseOf<E> }> {
  const subscriptionId = new URL(request.url).searchParams.get('subscription') ?? ''
  const list = await attempt(listSubscriptions)
  if (list.state === 'failed') return list
  const subscription = list.value.find(({ id }) => id === subscriptionId)
  if (!subscription) return NOT_FOUND
  const started = await attempt<Beginning>(endpoint, { params: { subscriptionId } })
  if (started.state === 'failed') return started
  return { state: 'begun', subscription, started: started.value as ResponseOf<E> }
}
