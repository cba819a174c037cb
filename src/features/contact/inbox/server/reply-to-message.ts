import { sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { replyToMessage as endpoint, InboxMessage, addNote as noteEndpoint } from '../contract.ts'
import { replyEmail } from './emails.ts'
import { getInboxMessage } from './inbox.ts'
import { findMessage, insertEntry, lockMessage, type MessageRow, saveAssignment } from './store.ts'

/** Shown to staff only, unless the person asks for their data. */
export async function addNote(
  context: MemberContext,
  messageId: string,
  { id, text }: BodyOf<typeof noteEndpoint>,
): Promise<InboxMessage> {
  return context.db.transaction().execute(async (tx) => {
    const { isNew } = await writeEntry(tx, context, { id, messageId, kind: 'note', text })
    if (isNew) {
      const object = { kind: 'message', id: messageId }
      await recordAction(tx, context, { action: 'message.note-added', object, after: { entryId: id } })
    }
    return getInboxMessage(tx, messageId)
  })
}

/** Saves the reply together with its email. An unassigned message goes to the administrator who answers it. */
export async function replyToMessage(
  context: MemberContext,
  messageId: string,
  { id, text }: BodyOf<typeof endpoint>,
): Promise<InboxMessage> {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const { message, isNew } = await writeEntry(tx, context, { id, messageId, kind: 'reply', text })
    // The address may be invalid, or belong to someone who did not write the message.
    if (message.spamReason) throw new Refused('message-spam')
    if (isNew) {
      const { name, email, reference, receivedAt } = message
      await sendEmail(tx, context, replyReason(messageId, id), ({ company }) =>
        replyEmail({ name, email, reference, text, receivedAt }, company),
      )
      const assigneeId = message.assigneeId ?? actor.memberId
      await saveAssignment(tx, messageId, { state: 'answered', assigneeId })
      await recordAction(tx, context, {
        action: 'message.answered',
        object: { kind: 'message', id: messageId },
        before: { state: message.state, assigneeId: message.assigneeId },
        after: { state: 'answered', assigneeId, entryId: id },
      })
    }
    return getInboxMessage(tx, messageId)
  })
}

/** The reason with which a reply's email is queued. */
export function replyReason(messageId: string, entryId: string): string {
  return `message:${messageId}:reply:${entryId}`
}

type Entry = { id: string; messageId: string; kind: 'reply' | 'note'; text: string }

/**
 * Adds a reply or a note to a message, which stays locked until the transaction ends.
 * @throws Refused if there is no such message, or if the id already belongs to different text
 */
async function writeEntry(
  tx: Db,
  { actor, now }: MemberContext,
  entry: Entry,
): Promise<{ message: MessageRow; isNew: boolean }> {
  await lockMessage(tx, entry.messageId)
  const message = await findMessage(tx, entry.messageId)
  if (!message) throw new Refused('message-not-found')
  const outcome = await insertEntry(tx, { ...entry, staffId: actor.memberId, writtenAt: now() })
  if (outcome === 'conflict') throw new Refused('already-sent')
  return { message, isNew: outcome === 'new' }
}
