import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { answerMember as endpoint } from '../contract/staff.ts'
import type { MemberConversationsContext } from './conversations-context.ts'
import { answerLetter } from './emails.ts'
import type { Correspondent } from './letter-store.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { showStaffMessage } from './show-message.ts'
import { signReplyKey } from './sign-reply-key.ts'
import { findNextWaiting } from './staff-store.ts'
import { saveStanding } from './store.ts'
import { type Written, writeMessage } from './write-message.ts'

/** For the company: whoever wrote it is shown to staff alone. */
export async function answerMember(
  context: MemberConversationsContext,
  memberId: MemberId,
  { id: sendingId, text, seenUntil }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, actor } = context
  const member = await requireCorrespondent(db, memberId)
  return db.transaction().execute(async (tx) => {
    const writing = { memberId, author: 'company', sendingId, text, staffId: actor.memberId } as const
    const written = await writeMessage(tx, context, writing)
    const { message, conversation } = written
    const seen = seenUntil === null ? null : new Date(seenUntil)
    const waitingSince = await findNextWaiting(tx, conversation, seen)
    const lastMessageAt = written.isNew ? message.written_at : conversation.last_message_at
    await saveStanding(tx, memberId, { lastMessageAt, waitingSince })
    if (written.isNew) {
      await tellOfAnswer(tx, context, member, written)
      await recordAction(tx, context, {
        action: 'conversation.answered',
        object: { kind: 'conversation', id: memberId },
        after: { messageId: message.id },
      })
    }
    return { ...showStaffMessage(message), waitingSince: waitingSince?.toISOString() ?? null }
  })
}

/** By the bell, and by a letter with the words in it: whoever has asked wants to be answered. */
async function tellOfAnswer(
  tx: Db,
  context: MemberConversationsContext,
  member: Correspondent,
  { message, conversation }: Written,
): Promise<void> {
  const { incomingMail, publicUrl } = context
  const company = await readCompany(tx)
  const reason = toldReason(message.id)
  await tellMember(tx, context, {
    memberId: member.id,
    reason,
    title: `${company.brandName} has written to you`.slice(0, 120),
    text: 'Read it, and answer it, under Messages.',
    path: '/portal/messages',
  })
  // Nobody answers from an account that was closed to them.
  if (member.isDisabled) return
  const replyTo = incomingMail && signReplyKey(incomingMail, conversation.reply_key)
  await queueMail(tx, context, reason, answerLetter({ member, text: message.text, company, publicUrl, replyTo }))
}

/** What bell and letter tell of. @param messageId of the company */
export function toldReason(messageId: string): string {
  return `conversation-message:${messageId}`
}
