import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { assignmentBlocker } from '../../rules.ts'
import { notifyDeliverableChanged } from '../../server/notify-deliverable-changed.ts'
import { stateOf } from '../../server/show-deliverable.ts'
import { type DeliverableRow, findDeliverable, lockDeliverable } from '../../server/store.ts'
import type { AdminDeliverableDetails, assignDeliverable as endpoint } from '../contract.ts'
import { getAdminDeliverable } from './admin-deliverables.ts'
import { findAssignee, saveAssignment } from './store.ts'

/** Reassigns a deliverable, including one of a consultant who has left. */
export async function assignDeliverable(
  context: MemberContext,
  deliverableId: string,
  { from, to }: BodyOf<typeof endpoint>,
): Promise<AdminDeliverableDetails> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await findDeliverable(tx, deliverableId))) throw new Refused('deliverable-not-found')
    await lockDeliverable(tx, deliverableId)
    const row = await requireRow(tx, deliverableId)
    const maker = to === null ? undefined : await findAssignee(tx, to)
    const isAbleMaker = to === null || maker?.services.includes(row.serviceType) === true
    const blocker = assignmentBlocker({ state: stateOf(row), consultantId: row.consultantId, isAbleMaker }, from)
    if (blocker) throw new Refused(blocker)
    if (row.consultantId === to) return
    await saveAssignment(tx, deliverableId, { consultantId: to, state: stateAfter(row, to) })
    await recordAction(tx, context, {
      action: 'deliverable.assigned',
      object: { kind: 'deliverable', id: deliverableId },
      before: { consultantId: from },
      after: { consultantId: to },
    })
    const cause = context.now().toISOString()
    await notifyDeliverableChanged(tx, context, await requireRow(tx, deliverableId), {
      to: 'consultant',
      kind: 'assigned',
      cause,
    })
  })
  return getAdminDeliverable(context, deliverableId)
}

async function requireRow(tx: Db, deliverableId: string): Promise<DeliverableRow> {
  const row = await findDeliverable(tx, deliverableId)
  if (!row) throw new Refused('deliverable-not-found')
  return row
}

/** A deliverable awaiting approval keeps its state. Any other becomes planned without a consultant. */
function stateAfter({ state }: DeliverableRow, to: string | null) {
  if (state === 'for_approval') return state
  return to === null ? 'planned' : 'in_progress'
}
