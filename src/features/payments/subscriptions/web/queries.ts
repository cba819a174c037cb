import { lazy } from 'react'
import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, type Failed, load } from '#platform/web/attempt.ts'
import { listSubscriptions, type Subscription, type startCardUpdate, type startDuePayment } from '../contract.ts'

const NOT_FOUND: Failed = { state: 'failed', message: 'We couldn’t find this subscription.' }

type StartEndpoint = typeof startCardUpdate | typeof startDuePayment

/**
 * Returns the subscription to show with a package. After a withdrawal it is hidden, even before it has ended at Stripe.
 */
export function findShownSubscription(owned: OwnedPackage, subscriptions: Subscription[]): Subscription | undefined {
  const subscription = subscriptions.find(({ id }) => id === owned.subscription?.id)
  return owned.state === 'cancelled' && subscription?.endedAt === null ? undefined : subscription
}

/** Starts a card update or a due payment for the subscription in the address. */
export async function startForSubscription<E extends StartEndpoint>(
  endpoint: E,
  request: Request,
): Promise<Failed | { state: 'started'; subscription: Subscription; started: ResponseOf<E> }> {
  const subscriptionId = new URL(request.url).searchParams.get('subscription') ?? ''
  const list = await attempt(listSubscriptions)
  if (list.state === 'failed') return list
  const subscription = list.value.find(({ id }) => id === subscriptionId)
  if (!subscription) return NOT_FOUND
  const started = await attempt<StartEndpoint>(endpoint, { params: { subscriptionId } })
  if (started.state === 'failed') return started
  return { state: 'started', subscription, started: started.value as ResponseOf<E> }
}

const loadPanel = () => import('./subscription-panel.tsx')

/** Loaded on demand, because few members have a subscription. */
export const SubscriptionPanel = lazy(async () => ({ default: (await loadPanel()).SubscriptionPanel }))

/** Loads the panel's script together with the data, so that the content below it does not jump. */
export async function fetchSubscriptions(): Promise<Subscription[]> {
  const subscriptions = await load(listSubscriptions)
  if (subscriptions.length > 0) await loadPanel()
  return subscriptions
}
