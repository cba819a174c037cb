import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getConsultantDeliverable, requireConsultantDeliverable } from '../consultant/server/worklist.ts'
import { getDeliverable, requireDeliverable } from '../member/server/deliverables.ts'
import { notifyDeliverableChanged } from './notify-deliverable-changed.ts'
import { toDeliverableState } from './show-deliverable.ts'
import { type DeliverableRow, insertComment, lockDeliverable } from './store.ts'

/** Comments are limited because each one sends an email. */
const COMMENT_RATE_LIMIT: RateLimit = { name: 'deliverable-comment', attempts: 60, seconds: 3_600 }

export async function createComment(context: MemberContext, deliverableId: string, text: string) {
  await saveComment(context, { deliverableId, author: 'member', text }, requireDeliverable)
  return getDeliverable(context, deliverableId)
}

/** Only the assigned consultant can comment. */
export async function answerComment(context: MemberContext, deliverableId: string, text: string) {
  await saveComment(context, { deliverableId, author: 'consultant', text }, requireAssignedDeliverable)
  return getConsultantDeliverable(context, deliverableId)
}

async function requireAssignedDeliverable(context: MemberContext, deliverableId: string): Promise<DeliverableRow> {
  const { row, consultant } = await requireConsultantDeliverable(context, deliverableId)
  if (row.consultantId !== consultant.id) throw new Refused('not-assigned')
  return row
}

/** Locks the deliverable, so that if the account is being erased, the comment is either saved beforehand or refused. */
async function saveComment(
  context: MemberContext,
  comment: { deliverableId: string; author: 'member' | 'consultant'; text: string },
  require: (context: MemberContext, deliverableId: string) => Promise<DeliverableRow>,
): Promise<void> {
  const { deliverableId, author } = comment
  requireOpen(await require(context, deliverableId))
  await context.limits.count(COMMENT_RATE_LIMIT, context.actor.memberId)
  await context.db.transaction().execute(async (tx) => {
    await lockDeliverable(tx, deliverableId)
    const row = await require({ ...context, db: tx }, deliverableId)
    requireOpen(row)
    const cause = await insertComment(tx, { ...comment, requestsChangesTo: null, writtenAt: context.now() })
    const to = author === 'member' ? 'consultant' : 'member'
    await notifyDeliverableChanged(tx, context, row, { to, kind: 'comment', cause })
  })
}

function requireOpen(row: DeliverableRow): void {
  if (toDeliverableState(row) === 'closed') throw new Refused('deliverable-closed')
}
