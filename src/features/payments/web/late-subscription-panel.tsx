import { lazy } from 'react'
import { load } from '#platform/web/load.ts'
import { listSubscriptions, type Subscription } from '../contract/subscription.ts'

const loadPanel = () => import('./subscription-panel.tsx')

/** Few members have a subscription: the others do without its script. */
export const SubscriptionPanel = lazy(async () => ({ default: (await loadPanel()).SubscriptionPanel }))

/** With what shows them, so that it does not push away what stands below it. */
export async function fetchSubscriptions(): Promise<Subscription[]> {
  const subscriptions = await load(listSubscriptions)
  if (subscriptions.length > 0) await loadPanel()
  return subscriptions
}
