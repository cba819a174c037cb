import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { assignMessage as endpoint, InboxMessage } from '../contract.ts'
import { getInboxMessage } from './inbox.ts'
import { clearSpam, findMessage, listStaff, lockMessage, saveAssignment } from './store.ts'

export async function assignMessage(
  context: MemberContext,
  messageId: string,
  { version, state, assigneeId }: BodyOf<typeof endpoint>,
): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    await lockMessage(tx, messageId)
    const message = await findMessage(tx, messageId)
    if (!message) throw new Refused('message-not-found')
    if (message.version !== version) throw new Refused('edited-elsewhere')
    const isKept = assigneeId === null || assigneeId === message.assigneeId
    if (!isKept && !(await listStaff(tx)).some(({ id }) => id === assigneeId)) throw new Refused('staff-not-found')
    await saveAssignment(tx, messageId, { state, assigneeId })
    await recordAction(tx, context, {
      action: 'message.assigned',
      object: { kind: 'message', id: messageId },
      before: { state: message.state, assigneeId: message.assigneeId },
      after: { state, assigneeId },
    })
    return getInboxMessage(tx, messageId)
  })
}

/** Restores a message that the spam filter caught by mistake. */
export async function markNotSpam(context: MemberContext, messageId: string): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    if (await clearSpam(tx, messageId)) {
      const object = { kind: 'message', id: messageId }
      await recordAction(tx, context, { action: 'message.marked-not-spam', object })
    }
    return getInboxMessage(tx, messageId)
  })
}
