import { recordDelivery } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { ItemDetails } from '../contract.ts'
import { answerItem } from './answer-item.ts'
import { getItem } from './get-item.ts'
import { saveStep } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'

/** The member is content: it is delivered, and counts as used. */
export async function approveItem(
  context: MemberContext,
  itemId: string,
  { version }: { version: number },
): Promise<ItemDetails> {
  const at = context.now()
  await context.db.transaction().execute(async (tx) => {
    const row = await answerItem(tx, context, itemId, version)
    await saveStep(tx, itemId, { state: 'delivered', approvedAt: at, deliveredAt: at })
    await recordDelivery(tx, { causeId: itemId, entitlementId: row.entitlement_id, lineKey: row.line_key, at })
    await tellOfItem(tx, context, row, { to: 'consultant', kind: 'approved', cause: version })
  })
  return getItem(context, itemId)
}
