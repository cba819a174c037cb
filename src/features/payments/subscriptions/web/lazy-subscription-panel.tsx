import { lazy } from 'react'
import { load } from '#platform/web/attempt.ts'
import { listSubscriptions, type Subscription } from '../contract.ts'

const loadPanel = () => import('./subscription-panel.tsx')

/** Few members have a subscription, so the others do not load this script. */
export const SubscriptionPanel = lazy(async () => ({ default: (await loadPanel()).SubscriptionPanel }))

/** Loads the panel's script with the data, so that the content below it does not jump. */
export async function fetchSubscriptions(): Promise<Subscription[]> {
  const subscriptions = await load(listSubscriptions)
  if (subscriptions.length > 0) await loadPanel()
  return subscriptions
}
