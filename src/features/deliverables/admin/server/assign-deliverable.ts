import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { assignmentBlocker } from '../../rules.ts'
import { notifyDeliverableChanged } from '../../server/notify-deliverable-changed.ts'
import { toDeliverableState } from '../../server/show-deliverable.ts'
import { type DeliverableRow, lockDeliverable, saveStep } from '../../server/store.ts'
import type { assignDeliverable as endpoint } from '../contract.ts'
import { getAdminDeliverable, requireRow } from './admin-deliverables.ts'
import { listAssignees } from './store.ts'

/** Reassigns a deliverable, even if its consultant can no longer log in. */
export async function assignDeliverable(
  context: MemberContext,
  deliverableId: string,
  { from, to }: BodyOf<typeof endpoint>,
) {
  await context.db.transaction().execute(async (tx) => {
    await requireRow(tx, deliverableId)
    await lockDeliverable(tx, deliverableId)
    const row = await requireRow(tx, deliverableId)
    const eligible = (await listAssignees(tx)).filter(({ services }) => services.includes(row.serviceType))
    const isAssigneeEligible = to === null || eligible.some(({ id }) => id === to)
    const { consultantId } = row
    const blocker = assignmentBlocker({ state: toDeliverableState(row), consultantId, isAssigneeEligible }, from)
    if (blocker) throw new Refused(blocker)
    if (consultantId === to) return
    await saveStep(tx, deliverableId, { consultantId: to, state: stateAfterAssignment(row, to) })
    await recordAction(tx, context, {
      action: 'deliverable.assigned',
      object: { kind: 'deliverable', id: deliverableId },
      before: { consultantId: from },
      after: { consultantId: to },
    })
    const event = { to: 'consultant', kind: 'assigned', cause: context.now().toISOString() } as const
    await notifyDeliverableChanged(tx, context, await requireRow(tx, deliverableId), event)
  })
  return getAdminDeliverable(context, deliverableId)
}

/** A deliverable awaiting approval keeps its state. Any other goes back to planned if it is now unassigned. */
function stateAfterAssignment({ state }: DeliverableRow, to: string | null) {
  if (state === 'for_approval') return state
  return to === null ? 'planned' : 'in_progress'
}
