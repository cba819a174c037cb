import './tables.ts'
import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { findCancellationHint } from '../declarations/rules.ts'
import type { ComplaintTopic } from '../form/contract.ts'
import type { SpamReason } from '../form/rules.ts'
import type { MessageKind } from '../inbox/contract.ts'

/** Messages from an address, however it was typed. */
const writtenFrom = (email: string) =>
  sql<boolean>`lower(normalize(message.email, nfkc)) = ${canonicalEmailAddress(email)}`

/** Cancellations have a row of their own. */
export const messageKind =
  sql<MessageKind>`case when cancellation.message_id is null then message.kind else 'cancellation' end`.as('kind')

export async function listMessagesFrom(db: Db, email: string) {
  const rows = await db
    .selectFrom('message')
    .where(writtenFrom(email))
    .leftJoin('cancellation', 'cancellation.messageId', 'message.id')
    .select(['id', 'reference', messageKind, 'topic', 'name', 'email', 'body', 'spamReason', 'receivedAt'])
    .select(['cancellation.orderReference', 'cancellation.outcome'])
    .orderBy('receivedAt')
    .execute()
  return rows.map(({ spamReason, ...row }) => ({ ...row, isSpam: spamReason !== null }))
}

/** Replies and notes by staff. Both count as data about the message's sender. */
export async function listEntriesByMessage(db: Db, messages: { id: string }[]) {
  return db
    .selectFrom('messageEntry')
    .innerJoin('message', 'message.id', 'messageEntry.messageId')
    .where('messageId', '=', sql<string>`any(${toIds(messages)}::uuid[])`)
    .select(['messageEntry.id', 'messageId', 'message.reference', 'messageEntry.kind'])
    .select(['text', 'writtenAt'])
    .orderBy('writtenAt')
    .execute()
}

export async function deleteMessages(db: Db, messages: { id: string }[]): Promise<void> {
  await db
    .deleteFrom('message')
    .where('id', '=', sql<string>`any(${toIds(messages)}::uuid[])`)
    .execute()
}

function toIds(messages: { id: string }[]): string[] {
  return messages.map(({ id }) => id)
}

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
      ...message,
      kind: message.topic ? 'complaint' : 'contact',
      cancellationHint: findCancellationHint(message.body),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns how many messages were deleted, at most `most` */
export async function deleteExpiredMessages(
  db: Db,
  kind: MessageKind | 'spam',
  before: Date,
  most: number,
): Promise<number> {
  const expired = db.selectFrom('message').where('receivedAt', '<', before).orderBy('receivedAt')
  const ofKind =
    kind === 'spam'
      ? expired.where('spamReason', 'is not', null)
      : expired
          .where('spamReason', 'is', null)
          .where('kind', '=', kind === 'complaint' ? 'complaint' : 'contact')
          .where(({ exists, not, selectFrom }) => {
            const cancellation = exists(
              selectFrom('cancellation').whereRef('messageId', '=', 'message.id').select('messageId'),
            )
            return kind === 'cancellation' ? cancellation : not(cancellation)
          })
  return deleteFirst(db, 'message', ofKind, most)
}

export async function getFormKey(db: Db): Promise<Buffer> {
  const { key } = await db.selectFrom('messageFormKey').select('key').executeTakeFirstOrThrow()
  return Buffer.from(key)
}
