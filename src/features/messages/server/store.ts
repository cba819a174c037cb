import './tables.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { ComplaintTopic } from '../contract.ts'
import type { SpamReason } from '../rules.ts'

type NewMessage = {
  reference: string
  topic: ComplaintTopic | null
  name: string
  email: string
  body: string
  spamReason: SpamReason | null
  receivedAt: Date
}

/** @returns the new message's id */
export async function insertMessage(db: Db, message: NewMessage): Promise<string> {
  const { id } = await db
    .insertInto('message')
    .values({
      reference: message.reference,
      kind: message.topic ? 'complaint' : 'contact',
      topic: message.topic,
      name: message.name,
      email: message.email,
      body: message.body,
      spam_reason: message.spamReason,
      received_at: message.receivedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns how many messages were deleted: the first so many */
export async function deleteMessages(
  db: Db,
  kind: 'contact' | 'complaint' | 'spam',
  before: Date,
  most: number,
): Promise<number> {
  const old = db.selectFrom('message').where('received_at', '<', before).orderBy('received_at')
  const ofKind =
    kind === 'spam'
      ? old.where('spam_reason', 'is not', null)
      : old.where('spam_reason', 'is', null).where('kind', '=', kind)
  return deleteFirst(db, 'message', ofKind, most)
}

export async function getFormKey(db: Db): Promise<Buffer> {
  const { key } = await db.selectFrom('message_form_key').select('key').executeTakeFirstOrThrow()
  return Buffer.from(key)
}
