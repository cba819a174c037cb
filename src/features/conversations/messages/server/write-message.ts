import { findCancellationHint } from '#features/contact/declarations/rules.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { serviceUnavailable } from '#platform/server/http/http-error.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { createReplyKey } from '../../incoming-email/server/reply-address.ts'
import { nextMessageTime } from '../rules.ts'
import {
  type ConversationRow,
  findSentMessage,
  insertMessage,
  lockOrCreateConversation,
  lockPresentAccount,
  type MessageRow,
} from './store.ts'

export type MessageDraft = {
  memberId: MemberId
  author: 'member' | 'company'
  /** Created by the client, so that a retry changes nothing. */
  sendingId: string
  text: string
  staffId?: MemberId
  /** Set if the message arrived by email. */
  email?: { skippedFiles: number; isTruncated: boolean }
}

export type WrittenMessage = { message: MessageRow; conversation: ConversationRow; isNew: boolean }

/**
 * Locks the conversation until the transaction ends and appends a message to it. The caller sends notifications.
 * @throws Refused if the id was used for different text
 */
export async function writeMessage(tx: Db, { now }: Context, draft: MessageDraft): Promise<WrittenMessage> {
  // The account may have been deleted after the request was checked. If so, store nothing; a retry gets the proper
  // error.
  if (!(await lockPresentAccount(tx, draft.memberId))) throw serviceUnavailable()
  const conversation = await lockOrCreateConversation(tx, draft.memberId, createReplyKey())
  const existing = await findSentMessage(tx, draft)
  if (existing && existing.text !== draft.text) throw new Refused('already-sent')
  if (existing) return { message: existing, conversation, isNew: false }
  const { memberId, author, sendingId, text, staffId = null, email } = draft
  const message = await insertMessage(tx, {
    memberId,
    author,
    sendingId,
    text,
    staffId,
    channel: email ? 'mail' : 'portal',
    skippedFiles: email?.skippedFiles ?? 0,
    isTruncated: email?.isTruncated ?? false,
    cancellationHint: author === 'member' ? findCancellationHint(text) : null,
    writtenAt: nextMessageTime(conversation.lastMessageAt, now()),
  })
  return { message, conversation, isNew: true }
}
