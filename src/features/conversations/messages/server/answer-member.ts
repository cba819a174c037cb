import { readEmailSite } from '#features/company/server/public.ts'
import { notifyMember } from '#features/notifications/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { signReplyKey } from '../../incoming-email/server/reply-address.ts'
import type { MemberConversationsContext } from '../../server/context.ts'
import type { answerMember as endpoint } from '../contract.ts'
import { answerEmail } from './emails.ts'
import { showStaffMessage } from './show-message.ts'
import { requireCorrespondent } from './staff-conversations.ts'
import { findNextWaitingSince } from './staff-store.ts'
import { type Correspondent, saveStatus } from './store.ts'
import { type WrittenMessage, writeMessage } from './write-message.ts'

/** Writes in the company's name. Only staff see which administrator wrote the answer. */
export async function answerMember(
  context: MemberConversationsContext,
  memberId: MemberId,
  { id: sendingId, text, seenUntil }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, actor } = context
  const member = await requireCorrespondent(db, memberId)
  return db.transaction().execute(async (tx) => {
    const draft = { memberId, author: 'company', sendingId, text, staffId: actor.memberId } as const
    const written = await writeMessage(tx, context, draft)
    const { message, conversation } = written
    const waitingSince = await findNextWaitingSince(tx, conversation, seenUntil)
    const lastMessageAt = written.isNew ? message.writtenAt : conversation.lastMessageAt
    await saveStatus(tx, memberId, { lastMessageAt, waitingSince })
    if (written.isNew) {
      await notifyAnswer(tx, context, member, written)
      await recordAction(tx, context, {
        action: 'conversation.answered',
        object: { kind: 'conversation', id: memberId },
        after: { messageId: message.id },
      })
    }
    return { ...showStaffMessage(message), waitingSince: waitingSince?.toISOString() ?? null }
  })
}

/**
 * Notifies the member by bell and by an email with the full text. Ignores email preferences, because the member wants
 * an answer.
 */
async function notifyAnswer(
  tx: Db,
  context: MemberConversationsContext,
  member: Correspondent,
  { message, conversation }: WrittenMessage,
): Promise<void> {
  const { incomingEmail } = context
  const site = await readEmailSite(tx, context)
  const reason = notificationReason(message.id)
  await notifyMember(tx, context, {
    memberId: member.id,
    reason,
    title: `${site.company.brandName} has written to you`.slice(0, 120),
    text: 'Read it and reply under Messages.',
    path: '/portal/messages',
  })
  // A disabled account cannot reply.
  if (member.isDisabled) return
  const replyTo = incomingEmail && signReplyKey(incomingEmail, conversation.replyKey)
  await queueEmail(tx, context, reason, answerEmail({ member, text: message.text, replyTo, ...site }))
}

/** Shared by the bell and the email. @param messageId of the company's message */
export function notificationReason(messageId: string): string {
  return `conversation-message:${messageId}`
}
