import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import {
  cancelPendingPurchases,
  endEntitlements,
  endSubscriptions,
  lockPurchasesOf,
  lockSubscriptionsOf,
} from './personal-store.ts'

/**
 * Nothing runs and nothing can be paid any more for somebody who leaves. Purchases stay without a name, and invoices as
 * they were issued: tax law wants both.
 */
export async function endPurchases(tx: Db, { now }: Context, { memberId }: DataSubject): Promise<void> {
  await lockSubscriptionsOf(tx, memberId)
  await lockPurchasesOf(tx, memberId)
  await cancelPendingPurchases(tx, memberId)
  await endSubscriptions(tx, memberId, now())
  await endEntitlements(tx, memberId, now())
}
