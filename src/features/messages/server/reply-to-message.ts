import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { replyToMessage as endpoint, InboxMessage } from '../contract/inbox.ts'
import { replyLetter } from './emails.ts'
import { getInboxMessage } from './get-inbox-message.ts'
import { saveHandling } from './inbox-store.ts'
import { writeEntry } from './write-entry.ts'

/** The answer and its mail, together or not at all. Whoever answers has taken it on, where nobody had. */
export async function replyToMessage(
  context: MemberContext,
  messageId: string,
  { id, text }: BodyOf<typeof endpoint>,
): Promise<InboxMessage> {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const { message, isNew } = await writeEntry(tx, context, { id, messageId, kind: 'reply', text })
    // Behind it may be nobody, or somebody whose address a stranger has typed.
    if (message.spam_reason) throw new Refused('message-spam')
    if (isNew) {
      const { name, email, reference, received_at: receivedAt } = message
      const letter = replyLetter({ name, email, reference, text, receivedAt }, await readCompany(tx))
      await queueMail(tx, context, replyReason(messageId, id), letter)
      const assigneeId = message.assignee_id ?? actor.memberId
      await saveHandling(tx, messageId, { state: 'answered', assigneeId })
      await recordAction(tx, context, {
        action: 'message.answered',
        object: { kind: 'message', id: messageId },
        before: { state: message.state, assigneeId: message.assignee_id },
        after: { state: 'answered', assigneeId, entryId: id },
      })
    }
    return getInboxMessage(tx, messageId)
  })
}

/** What the mail of an answer is about. */
export function replyReason(messageId: string, entryId: string): string {
  return `message:${messageId}:reply:${entryId}`
}
