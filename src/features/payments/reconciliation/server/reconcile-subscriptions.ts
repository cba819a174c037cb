import {
  findSubscription,
  listLiveSubscriptions,
  markSubscriptionEnded,
  type StoredSubscription,
} from '#features/purchases/server/public.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import { listOpenDetails } from '../../anomalies/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { isSandboxLeftover } from '../../subscriptions/rules.ts'
import { syncSubscription } from '../../subscriptions/server/sync-subscription.ts'

/**
 * A separate queue, because syncing thousands of subscriptions takes longer than the five minutes between urgent runs.
 */
export const reconcileSubscriptionsQueue: Queue<{ after?: string }> = {
  name: 'reconcile-subscriptions',
  retryDelay: 60,
  retryLimit: 3,
  cron: '5 * * * *',
}

/** Subscriptions per job, about a minute of work, so that no job times out and repeats. */
const BATCH_SIZE = 200

/**
 * Syncs all live subscriptions with Stripe in order of id, in case an event was lost. Also syncs those that ended here
 * while Stripe had no record of them.
 * @returns the last id, for the next job; undefined when done
 */
export async function reconcileSubscriptions(
  context: PaymentsContext,
  { after }: { after?: string } = {},
): Promise<string | undefined> {
  const { db } = context
  const lost = after === undefined ? await listMissingSubscriptions(context) : []
  const batch = await listLiveSubscriptions(db, { after, limit: BATCH_SIZE })
  for (const subscription of [...lost, ...batch]) {
    await attemptLogged(context.log, { subscriptionId: subscription.id }, 'subscription reconciliation failed', () =>
      reconcileSubscription(context, subscription),
    )
  }
  return batch.length === BATCH_SIZE ? batch.at(-1)?.id : undefined
}

async function reconcileSubscription(context: PaymentsContext, { id, paymentMode }: StoredSubscription) {
  const { db, now, provider } = context
  if (!isSandboxLeftover({ paymentMode }, provider.mode)) return void (await syncSubscription(context, id))
  await db.transaction().execute((tx) => markSubscriptionEnded(tx, id, now()))
}

/**
 * A subscription that ended here while Stripe had no record of it, for example after the keys were changed. If Stripe
 * has it again, cancel it there.
 */
async function listMissingSubscriptions({ db }: PaymentsContext): Promise<StoredSubscription[]> {
  const details = await listOpenDetails(db, 'subscription-missing')
  const subscriptions = await Promise.all(
    details.map(({ subscriptionId }) => findSubscription(db, String(subscriptionId))),
  )
  return subscriptions.filter((subscription) => subscription !== undefined).filter(({ endedAt }) => endedAt !== null)
}
