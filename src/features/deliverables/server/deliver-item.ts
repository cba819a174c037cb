import { recordDelivery } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { WorkDetails } from '../contract/work.ts'
import { stepWork } from './step-work.ts'
import { saveStep } from './store.ts'
import { tellOfItem } from './tell-of-item.ts'
import { publishVersions } from './version-store.ts'

/** What needs no approval, or waited for one too long: it is the member's, and counts as used. */
export async function deliverItem(context: MemberContext, itemId: string): Promise<WorkDetails> {
  return stepWork(context, itemId, 'deliver', async (tx, { row, at }) => {
    await publishVersions(tx, itemId, at)
    await saveStep(tx, itemId, { state: 'delivered', deliveredAt: at })
    await recordDelivery(tx, { causeId: itemId, entitlementId: row.entitlement_id, lineKey: row.line_key, at })
    await tellOfItem(tx, context, row, { to: 'member', kind: 'delivered', cause: itemId })
  })
}
