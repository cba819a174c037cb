import './tables.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function findConversation(db: Db, memberId: MemberId) {
  return db.selectFrom('conversation').where('memberId', '=', memberId).selectAll().executeTakeFirst()
}

/** Oldest first. */
export async function listAllMessages(db: Db, memberId: MemberId) {
  return db
    .selectFrom('conversationMessage')
    .where('memberId', '=', memberId)
    .select(['author', 'text', 'channel', 'skippedFiles', 'writtenAt'])
    .orderBy('writtenAt')
    .execute()
}

/** Waits for anyone writing to this conversation to finish. Anyone who writes later finds the account deleted. */
export async function lockCorrespondent(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('account').where('id', '=', memberId).select('id').forNoKeyUpdate().execute()
}

/** Also deletes all of the conversation's messages. */
export async function deleteConversation(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('conversation').where('memberId', '=', memberId).execute()
}

/** Deletes the oldest first. @returns the number deleted, at most `limit` */
export async function deleteOldMessages(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('conversationMessage').where('writtenAt', '<', before).orderBy('writtenAt')
  return deleteFirst(db, 'conversationMessage', old, limit)
}

/** Deletes conversations with no newer messages, oldest first. @returns the number deleted, at most `limit` */
export async function deleteOldConversations(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('conversation').where('lastMessageAt', '<', before).orderBy('lastMessageAt')
  return deleteFirst(db, 'conversation', old, limit)
}
