import { recordDelivery } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { approvalBlocker } from '../../rules.ts'
import { notifyDeliverableChanged } from '../../server/notify-deliverable-changed.ts'
import { toDeliverableState } from '../../server/show-deliverable.ts'
import { type DeliverableRow, insertComment, listVersions, lockDeliverable, saveStep } from '../../server/store.ts'
import { getDeliverable, requireDeliverable } from './deliverables.ts'

/** Delivers the approved version, which then counts as used. */
export async function approveDeliverable(
  context: MemberContext,
  deliverableId: string,
  { version }: { version: number },
) {
  const at = context.now()
  await context.db.transaction().execute(async (tx) => {
    const row = await requireAwaitingApproval(tx, context, deliverableId, version)
    await saveStep(tx, deliverableId, { state: 'delivered', approvedAt: at, deliveredAt: at })
    await recordDelivery(tx, { causeId: deliverableId, entitlementId: row.entitlementId, lineKey: row.lineKey, at })
    await notifyDeliverableChanged(tx, context, row, { to: 'consultant', kind: 'approved', cause: version })
  })
  return getDeliverable(context, deliverableId)
}

/** Sends the deliverable back to the consultant with the member's comment. */
export async function requestChanges(
  context: MemberContext,
  deliverableId: string,
  { version, text }: { version: number; text: string },
) {
  await context.db.transaction().execute(async (tx) => {
    const row = await requireAwaitingApproval(tx, context, deliverableId, version)
    await saveStep(tx, deliverableId, { state: 'in_progress' })
    const comment = { deliverableId, author: 'member', text, requestsChangesTo: version } as const
    const cause = await insertComment(tx, { ...comment, writtenAt: context.now() })
    await notifyDeliverableChanged(tx, context, row, { to: 'consultant', kind: 'changes', cause })
  })
  return getDeliverable(context, deliverableId)
}

/**
 * Locks a deliverable that is awaiting approval until the transaction ends. @param seenVersion version the member has
 * seen
 */
async function requireAwaitingApproval(
  tx: Db,
  { actor }: Pick<MemberContext, 'actor'>,
  deliverableId: string,
  seenVersion: number,
): Promise<DeliverableRow> {
  await requireDeliverable({ db: tx, actor }, deliverableId)
  await lockDeliverable(tx, deliverableId)
  const row = await requireDeliverable({ db: tx, actor }, deliverableId)
  const versions = await listVersions(tx, deliverableId)
  const lastPublished = versions.find(({ publishedAt }) => publishedAt !== null)?.number ?? 0
  const blocker = approvalBlocker({ state: toDeliverableState(row), lastPublished }, seenVersion)
  if (blocker) throw new Refused(blocker)
  return row
}
