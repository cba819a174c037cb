import type { Queue } from '#platform/server/jobs/jobs.ts'

/** Kept apart from its handler, to avoid an import cycle with refunds and disputes. */
export const endSubscriptionQueue: Queue<{ subscriptionId: string }> = {
  name: 'end-subscription',
  retryDelay: 5,
  retryLimit: 100,
}
