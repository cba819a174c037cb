import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { handleMessage as endpoint, InboxMessage } from '../contract/inbox.ts'
import { getInboxMessage } from './get-inbox-message.ts'
import { findMessage, listStaff, lockMessage, saveHandling } from './inbox-store.ts'

export async function handleMessage(
  context: MemberContext,
  messageId: string,
  { version, state, assigneeId }: BodyOf<typeof endpoint>,
): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    await lockMessage(tx, messageId)
    const message = await findMessage(tx, messageId)
    if (!message) throw new Refused('message-not-found')
    if (message.version !== version) throw new Refused('changed-meanwhile')
    const isKept = assigneeId === null || assigneeId === message.assignee_id
    if (!isKept && !(await listStaff(tx)).some(({ id }) => id === assigneeId)) throw new Refused('staff-not-found')
    await saveHandling(tx, messageId, { state, assigneeId })
    await recordAction(tx, context, {
      action: 'message.handled',
      object: { kind: 'message', id: messageId },
      before: { state: message.state, assigneeId: message.assignee_id },
      after: { state, assigneeId },
    })
    return getInboxMessage(tx, messageId)
  })
}
