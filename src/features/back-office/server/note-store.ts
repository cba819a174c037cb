import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'

const notes = (db: Db) =>
  db
    .selectFrom('member_note')
    .leftJoin('account', 'account.id', 'member_note.author_id')
    .select(['member_note.id', 'member_note.author_id', 'member_note.text', 'member_note.written_at'])
    .select(sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`.as('author'))
    .orderBy('member_note.written_at', 'desc')
    .orderBy('member_note.id', 'desc')

export type NoteRow = Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>

type NewNote = { memberId: MemberId; authorId: MemberId; text: string; writtenAt: Date }

export async function insertMemberNote(tx: Db, note: NewNote): Promise<NoteRow> {
  const { id } = await tx
    .insertInto('member_note')
    .values({ member_id: note.memberId, author_id: note.authorId, text: note.text, written_at: note.writtenAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return notes(tx).where('member_note.id', '=', id).executeTakeFirstOrThrow()
}

/** Newest first. */
export async function listNoteRows(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit?: number; after?: Place | undefined } = {},
): Promise<NoteRow[]> {
  let query = notes(db).where('member_note.member_id', '=', memberId)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('member_note.written_at', 'member_note.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return (limit === undefined ? query : query.limit(limit)).execute()
}

/** @returns false where it is not there, about somebody else, or not theirs */
export async function deleteMemberNote(
  tx: Db,
  { id, memberId, authorId }: { id: string; memberId: MemberId; authorId: MemberId },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('member_note')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteNotesAbout(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('member_note').where('member_id', '=', memberId).execute()
}
