import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { InboxMessage } from '../contract/inbox.ts'
import { getInboxMessage } from './get-inbox-message.ts'
import { clearSpam } from './inbox-store.ts'

/** A filter can be wrong. */
export async function releaseMessage(context: MemberContext, messageId: string): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    if (await clearSpam(tx, messageId)) {
      const object = { kind: 'message', id: messageId }
      await recordAction(tx, context, { action: 'message.released', object })
    }
    return getInboxMessage(tx, messageId)
  })
}
