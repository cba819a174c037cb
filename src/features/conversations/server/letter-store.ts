import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type Correspondent = { id: MemberId; firstName: string; name: string; email: string; isDisabled: boolean }

/** Somebody whom the company writes to, or who writes to it; undefined where they have left. */
export async function findCorrespondent(db: Db, memberId: MemberId): Promise<Correspondent | undefined> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(['first_name', 'last_name', 'email', 'disabled_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const name = `${row.first_name} ${row.last_name}`.trim()
  return { id: memberId, firstName: row.first_name, name, email: row.email, isDisabled: row.disabled_at !== null }
}

/** Whoever leaves waits until the transaction ends, or is found to have left. @returns false where they have */
export async function holdAccount(tx: Db, memberId: MemberId): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function noteCompanyTold(
  tx: Db,
  memberId: MemberId,
  { number, now }: { number: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ company_told_at: now, company_letters: number, is_company_untold: false })
    .where('member_id', '=', memberId)
    .execute()
}

export async function noteCompanyUntold(tx: Db, memberId: MemberId): Promise<void> {
  await tx.updateTable('conversation').set({ is_company_untold: true }).where('member_id', '=', memberId).execute()
}

/** Of whom the company has not been told since a moment. Those that are not among the first come with the next round. */
export async function listUntold(db: Db, before: Date): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('conversation')
    .where('is_company_untold', '=', true)
    .where('company_told_at', '<=', before)
    .orderBy('company_told_at')
    .limit(100)
    .select('member_id')
    .execute()
  return rows.map(({ member_id: memberId }) => memberId as MemberId)
}

export async function findByReplyKey(db: Db, replyKey: string): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('conversation')
    .where('reply_key', '=', replyKey)
    .select('member_id')
    .executeTakeFirst()
  return row && (row.member_id as MemberId)
}

export async function saveReplyKey(db: Db, memberId: MemberId, replyKey: string): Promise<void> {
  await db.updateTable('conversation').set({ reply_key: replyKey }).where('member_id', '=', memberId).execute()
}

/** @returns false where it was taken in before */
export async function insertIncomingMail(tx: Db, nameHash: Buffer, receivedAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('incoming_mail')
    .values({ name_hash: nameHash, received_at: receivedAt })
    .onConflict((conflict) => conflict.column('name_hash').doNothing())
    .returning('received_at')
    .executeTakeFirst()
  return row !== undefined
}
