import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { serviceAway } from '#platform/server/http/problem.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { momentAfter } from '../rules/waiting.ts'
import { holdAccount } from './letter-store.ts'
import { makeReplyKey } from './sign-reply-key.ts'
import { type ConversationRow, findSent, insertMessage, type MessageRow, openConversation } from './store.ts'

export type Writing = {
  memberId: MemberId
  author: 'member' | 'company'
  /** Made by whoever sends: the same once more changes nothing. */
  sendingId: string
  text: string
  staffId?: MemberId
  /** Of a mail. */
  mail?: { untakenFiles: number; isShortened: boolean }
}

export type Written = { message: MessageRow; conversation: ConversationRow; isNew: boolean }

/**
 * Puts a message at the end of a conversation, which is locked until the transaction ends. Whom it is told to is for the
 * use case.
 * @throws Refused where something else was sent under its id
 */
export async function writeMessage(tx: Db, { now }: Context, writing: Writing): Promise<Written> {
  // They have left a moment ago: nothing may be written that would outlive them. Asked again, whoever asks learns it.
  if (!(await holdAccount(tx, writing.memberId))) throw serviceAway()
  const conversation = await openConversation(tx, writing.memberId, makeReplyKey())
  const known = await findSent(tx, writing)
  if (known && known.text !== writing.text) throw new Refused('sent-otherwise')
  if (known) return { message: known, conversation, isNew: false }
  const message = await insertMessage(tx, {
    ...writing,
    staffId: writing.staffId ?? null,
    cameBy: writing.mail ? 'mail' : 'portal',
    untakenFiles: writing.mail?.untakenFiles ?? 0,
    isShortened: writing.mail?.isShortened ?? false,
    writtenAt: momentAfter(conversation.last_message_at, now()),
  })
  return { message, conversation, isNew: true }
}
