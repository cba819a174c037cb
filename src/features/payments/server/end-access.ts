import { endPackage, hasLaterMonth, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endSubscriptionJob } from './jobs.ts'

/**
 * What was paid ends before its time, in the transaction of its reason. Of a subscription no further month is charged,
 * unless a later one is paid: then money for a month that is over goes back, and the subscription goes on.
 */
export async function endAccess(
  tx: Db,
  { jobs }: Context,
  { id, subscriptionId }: StoredPurchase,
  at: Date,
): Promise<void> {
  await endPackage(tx, id, at)
  if (subscriptionId && !(await hasLaterMonth(tx, id))) await jobs.send(tx, endSubscriptionJob, { subscriptionId })
}
