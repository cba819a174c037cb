import { getAccountDetails } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { markReadByReason } from '#features/notifications/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { MemberConversationsContext } from '../../server/context.ts'
import { findConversation } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { Message } from '../contract.ts'
import { notificationReason } from './answer-member.ts'
import { notifyCompany } from './notify-company.ts'
import { showMessage } from './show-message.ts'
import { countUnreadMessages, findSentMessage, listMessages, type MessageRow, markRead, saveStatus } from './store.ts'
import { type MessageDraft, writeMessage } from './write-message.ts'

export async function getConversation(
  { db, actor, incomingEmail }: MemberConversationsContext,
  { cursor, limit }: QueryOf<typeof contract.getConversation>,
): Promise<ResponseOf<typeof contract.getConversation>> {
  const { memberId } = actor
  const rows = await listMessages(db, memberId, { limit: limit + 1, after: afterCursor(cursor) })
  const readUntil = (await findConversation(db, memberId))?.readUntil ?? null
  const page = pageFrom(
    rows,
    limit,
    ({ writtenAt: at, id }) => ({ at, id }),
    (row) => ({
      ...showMessage(row),
      isUnread: row.author === 'company' && (readUntil === null || row.writtenAt > readUntil),
    }),
  )
  return {
    ...page,
    unread: await countUnreadMessages(db, memberId),
    companyName: (await readCompany(db)).brandName,
    timeZone: (await getAccountDetails(db, memberId)).timeZone,
    acceptsEmail: incomingEmail !== undefined,
  }
}

/** Also marks the bell's notifications about these messages as read. */
export async function markConversationRead(context: MemberContext, until: Date): Promise<{ unread: number }> {
  const { db, actor } = context
  const { memberId } = actor
  await db.transaction().execute(async (tx) => {
    const readMessageIds = await markRead(tx, memberId, until)
    await markReadByReason(tx, context, memberId, readMessageIds.map(notificationReason))
  })
  return { unread: await countUnreadMessages(db, memberId) }
}

export async function sendMessage(
  context: MemberConversationsContext,
  { id: sendingId, text }: BodyOf<typeof contract.sendMessage>,
): Promise<Message> {
  const { db, actor, limits } = context
  const { memberId } = actor
  // A client that lost our response sends the same id again, so no second message is created.
  const existing = await findSentMessage(db, { memberId, author: 'member', sendingId })
  if (existing && existing.text !== text) throw new Refused('already-sent')
  if (existing) return showMessage(existing)
  await limits.count(memberMessageLimit, memberId)
  return db
    .transaction()
    .execute(async (tx) => showMessage(await writeAsMember(tx, context, { memberId, sendingId, text })))
}

/** Counts messages from the portal and by email. */
export const memberMessageLimit: RateLimit = { name: 'conversation-message', attempts: 30, seconds: 3_600 }

/** Marks the member as waiting for an answer and notifies the company. */
export async function writeAsMember(
  tx: Db,
  context: Context,
  draft: Omit<MessageDraft, 'author' | 'staffId'>,
): Promise<MessageRow> {
  const { message, conversation, isNew } = await writeMessage(tx, context, { ...draft, author: 'member' })
  if (!isNew) return message
  const waitingSince = conversation.waitingSince ?? message.writtenAt
  await saveStatus(tx, draft.memberId, { lastMessageAt: message.writtenAt, waitingSince })
  await notifyCompany(tx, context, conversation)
  return message
}
