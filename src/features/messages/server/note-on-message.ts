import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { noteOnMessage as endpoint, InboxMessage } from '../contract/inbox.ts'
import { getInboxMessage } from './get-inbox-message.ts'
import { writeEntry } from './write-entry.ts'

/** For staff alone, as long as the person does not ask what is stored of them. */
export async function noteOnMessage(
  context: MemberContext,
  messageId: string,
  { id, text }: BodyOf<typeof endpoint>,
): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    const { isNew } = await writeEntry(tx, context, { id, messageId, kind: 'note', text })
    if (isNew) {
      const object = { kind: 'message', id: messageId }
      await recordAction(tx, context, { action: 'message.noted', object, after: { entryId: id } })
    }
    return getInboxMessage(tx, messageId)
  })
}
