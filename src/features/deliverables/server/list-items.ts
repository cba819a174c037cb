import type { MemberContext } from '#platform/server/context.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type * as contract from '../contract.ts'
import { listItemsOf } from './list-store.ts'
import { planItems } from './plan-items.ts'
import { pageOfItems, readPlace } from './read-place.ts'
import { showItem } from './show-item.ts'

export async function listItems(
  context: MemberContext,
  { entitlementId, cursor, limit }: QueryOf<typeof contract.listItems>,
): Promise<ResponseOf<typeof contract.listItems>> {
  const { db, actor } = context
  if (!actor.isOnlyLooking) await planItems(context, actor.memberId)
  const after = readPlace(cursor)
  const rows = await listItemsOf(db, actor.memberId, { entitlementId, limit: limit + 1, after })
  return pageOfItems(rows, limit, showItem)
}
