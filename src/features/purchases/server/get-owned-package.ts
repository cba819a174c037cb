import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { findEntitlementOf, listLinesOf } from './entitlement-store.ts'
import { showOwnedPackage } from './show-owned-package.ts'
import { findSubscriptionOf } from './subscription-store.ts'

export async function getOwnedPackage(
  { db, actor, now }: MemberContext,
  entitlementId: string,
): Promise<ResponseOf<typeof contract.getOwnedPackage>> {
  const row = await findEntitlementOf(db, actor.memberId, entitlementId)
  if (!row) throw new Refused('package-not-found')
  const subscription = row.subscription_id
    ? await findSubscriptionOf(db, actor.memberId, row.subscription_id)
    : undefined
  const lines = await listLinesOf(db, entitlementId)
  return {
    ...showOwnedPackage(row, subscription, now()),
    lines: lines.map(({ is_unlimited: isUnlimited, granted, left, ...line }) => ({
      ...line,
      granted: isUnlimited ? null : granted,
      left: isUnlimited ? null : left,
    })),
  }
}
