import './tables.ts'
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

/** @returns how many messages were deleted */
export async function deleteOldMessages(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('conversation_message').where('written_at', '<', before).executeTakeFirst()
  // Nothing is left in them.
  await db.deleteFrom('conversation').where('last_message_at', '<', before).execute()
  return Number(deleted.numDeletedRows)
}

export async function deleteMailNames(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('incoming_mail').where('received_at', '<', before).execute()
}
