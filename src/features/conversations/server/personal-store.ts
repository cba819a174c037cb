import './tables.ts'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function findConversation(db: Db, memberId: MemberId) {
  return db.selectFrom('conversation').where('member_id', '=', memberId).selectAll().executeTakeFirst()
}

/** Oldest first. */
export async function listAllMessages(db: Db, memberId: MemberId) {
  return db
    .selectFrom('conversation_message')
    .where('member_id', '=', memberId)
    .select(['author', 'text', 'came_by', 'untaken_files', 'written_at'])
    .orderBy('written_at')
    .execute()
}

/** Whoever writes in it has done so before, or finds that its member has left. */
export async function lockMember(tx: Db, memberId: MemberId): Promise<void> {
  await tx.selectFrom('account').where('id', '=', memberId).select('id').forNoKeyUpdate().execute()
}

/** With all that was written in it. */
export async function deleteConversation(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('conversation').where('member_id', '=', memberId).execute()
}

/** @returns how many messages were deleted: the first so many */
export async function deleteOldMessages(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('conversation_message').where('written_at', '<', before).orderBy('written_at')
  return deleteFirst(db, 'conversation_message', old, most)
}

/** Those in which nothing is left that is younger. @returns how many: the first so many */
export async function deleteOldConversations(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('conversation').where('last_message_at', '<', before).orderBy('last_message_at')
  return deleteFirst(db, 'conversation', old, most)
}

/** @returns how many: the first so many */
export async function deleteMailNames(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('incoming_mail').where('received_at', '<', before).orderBy('received_at')
  return deleteFirst(db, 'incoming_mail', old, most)
}
