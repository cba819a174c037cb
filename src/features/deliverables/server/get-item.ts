import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { ItemDetails } from '../contract.ts'
import { showDetails } from './show-item.ts'
import { findItemOf, type ItemRow } from './store.ts'

export async function getItem(context: MemberContext, itemId: string): Promise<ItemDetails> {
  return showDetails(context.db, await requireItem(context, itemId), { drafts: false })
}

/** An item of the member. What belongs to somebody else is not there. */
export async function requireItem(
  { db, actor }: Pick<MemberContext, 'db' | 'actor'>,
  itemId: string,
): Promise<ItemRow> {
  const row = await findItemOf(db, actor.memberId, itemId)
  if (!row) throw new Refused('item-not-found')
  return row
}
