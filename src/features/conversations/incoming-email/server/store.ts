import '../../server/tables.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function findMemberByReplyKey(db: Db, replyKey: string): Promise<MemberId | undefined> {
  const row = await db.selectFrom('conversation').where('replyKey', '=', replyKey).select('memberId').executeTakeFirst()
  return row && (row.memberId as MemberId)
}

export async function saveReplyKey(db: Db, memberId: MemberId, replyKey: string): Promise<void> {
  await db.updateTable('conversation').set({ replyKey }).where('memberId', '=', memberId).execute()
}

/** @returns false if the email was received before */
export async function insertIncomingEmail(tx: Db, messageIdHash: Buffer, receivedAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('incomingEmail')
    .values({ messageIdHash, receivedAt })
    .onConflict((conflict) => conflict.column('messageIdHash').doNothing())
    .returning('receivedAt')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the oldest first. @returns the number deleted, at most `limit` */
export async function deleteOldIncomingEmails(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('incomingEmail').where('receivedAt', '<', before).orderBy('receivedAt')
  return deleteFirst(db, 'incomingEmail', old, limit)
}
