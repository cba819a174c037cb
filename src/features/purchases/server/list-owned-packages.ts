import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { OwnedPackage } from '../contract.ts'
import { listEntitlementsOf } from './entitlement-store.ts'
import { showOwnedPackage } from './show-owned-package.ts'
import { listSubscriptionsOf } from './subscription-store.ts'

export async function listOwnedPackages(
  { db, actor, now }: MemberContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: OwnedPackage[]; nextCursor: string | null }> {
  const moment = now()
  const rows = await listEntitlementsOf(db, actor.memberId, {
    now: moment,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  const subscriptions = await listSubscriptionsOf(db, actor.memberId)
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.starts_at, id: row.id }),
    (row) =>
      showOwnedPackage(
        row,
        subscriptions.find(({ id }) => id === row.subscription_id),
        moment,
      ),
  )
}
