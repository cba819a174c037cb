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
  /** Made by the client, so that a retry changes nothing. */
  sendingId: string
  text: string
  staffId?: MemberId
  /** Set for an email. */
  mail?: { skippedFiles: number; isTruncated: boolean }
}

export type WrittenMessage = { message: MessageRow; conversation: ConversationRow; isNew: boolean }

/**
 * Appends a message to the conversation and locks that until the transaction ends. The caller sends notifications.
 * @throws Refused if the id was used for another text
 */
export async function writeMessage(tx: Db, { now }: Context, writing: MessageDraft): Promise<WrittenMessage> {
  // The account was deleted a moment ago, and no message may outlive it. A retry gets the proper error.
  if (!(await lockPresentAccount(tx, writing.memberId))) throw serviceUnavailable()
  const conversation = await lockOrCreateConversation(tx, writing.memberId, createReplyKey())
  const known = await findSentMessage(tx, writing)
  if (known && known.text !== writing.text) throw new Refused('already-sent')
  if (known) return { message: known, conversation, isNew: false }
  const message = await insertMessage(tx, {
    ...writing,
    staffId: writing.staffId ?? null,
    channel: writing.mail ? 'mail' : 'portal',
    skippedFiles: writing.mail?.skippedFiles ?? 0,
    isTruncated: writing.mail?.isTruncated ?? false,
    writtenAt: nextMessageTime(conversation.lastMessageAt, now()),
  })
  return { message, conversation, isNew: true }
}
