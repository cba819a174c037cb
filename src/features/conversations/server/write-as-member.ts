import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import { type MessageRow, saveStanding } from './store.ts'
import { tellCompany } from './tell-company.ts'
import { type Writing, writeMessage } from './write-message.ts'

/** By whichever way they write. */
export const messagesOfMember: Limit = { name: 'conversation-message', attempts: 30, seconds: 3_600 }

/** From now on they wait for an answer, and the company is told. */
export async function writeAsMember(
  tx: Db,
  context: Context,
  writing: Omit<Writing, 'author' | 'staffId'>,
): Promise<MessageRow> {
  const { message, conversation, isNew } = await writeMessage(tx, context, { ...writing, author: 'member' })
  if (!isNew) return message
  const waitingSince = conversation.waiting_since ?? message.written_at
  await saveStanding(tx, writing.memberId, { lastMessageAt: message.written_at, waitingSince })
  await tellCompany(tx, context, conversation)
  return message
}
