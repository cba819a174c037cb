import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'

/** What was written from an address, in whatever spelling. */
const writtenFrom = (email: string) =>
  sql<boolean>`lower(normalize(message.email, nfkc)) = ${canonicalEmailAddress(email)}`

export async function listMessagesFrom(db: Db, email: string) {
  const rows = await db
    .selectFrom('message')
    .where(writtenFrom(email))
    .select(['id', 'reference', 'kind', 'topic', 'name', 'email', 'body', 'spam_reason', 'received_at'])
    .orderBy('received_at')
    .execute()
  return rows.map(({ spam_reason, received_at: receivedAt, ...row }) => ({
    ...row,
    isSpam: spam_reason !== null,
    receivedAt,
  }))
}

/** What staff answered to these messages, and noted of them: both are about whoever wrote. */
export async function listEntriesOf(db: Db, messageIds: string[]) {
  return db
    .selectFrom('message_entry')
    .innerJoin('message', 'message.id', 'message_entry.message_id')
    .where('message_id', '=', sql<string>`any(${messageIds}::uuid[])`)
    .select(['message_entry.id', 'message_id as messageId', 'message.reference', 'message_entry.kind'])
    .select(['text', 'written_at as writtenAt'])
    .orderBy('written_at')
    .execute()
}

export async function deleteMessagesById(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('message').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}
