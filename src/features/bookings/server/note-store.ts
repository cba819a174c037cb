import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

type Page = { limit: number; after: { at: Date; id: string } | undefined }

export type NoteRow = {
  id: string
  bookingId: string
  title: string
  startsAt: Date
  isShared: boolean
  text: string
  writtenAt: Date
}

export async function insertNote(
  tx: Db,
  note: { bookingId: string; authorId: MemberId; isShared: boolean; text: string; writtenAt: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('session_note')
    .values({
      booking_id: note.bookingId,
      author_id: note.authorId,
      is_shared: note.isShared,
      text: note.text,
      written_at: note.writtenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What somebody wrote of sessions of one member, newest first. */
export async function listNotesOf(
  db: Db,
  { authorId, memberId, limit, after }: Page & { authorId: MemberId; memberId: MemberId },
): Promise<NoteRow[]> {
  const rows = await startingAfter(after, notes(db))
    .where('session_note.author_id', '=', authorId)
    .where('booking.member_id', '=', memberId)
    .limit(limit)
    .execute()
  return rows.map(toNoteRow)
}

/** Of one session, newest first: only what is shared. */
export async function listSharedOf(
  db: Db,
  { bookingId, limit, after }: Page & { bookingId: string },
): Promise<{ id: string; author: string | null; text: string; writtenAt: Date }[]> {
  const rows = await startingAfter(after, notes(db))
    .leftJoin('consultant', 'consultant.account_id', 'session_note.author_id')
    .where('session_note.booking_id', '=', bookingId)
    .where('session_note.is_shared', '=', true)
    .select('consultant.display_name')
    .limit(limit)
    .execute()
  return rows.map(({ id, display_name: author, text, written_at: writtenAt }) => ({ id, author, text, writtenAt }))
}

/** @returns false where it is not there, or somebody else's */
export async function deleteNote(tx: Db, authorId: MemberId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session_note')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All that was written of a member's sessions, the private notes as well: it is about them. */
export async function listNotesAbout(db: Db, memberId: MemberId, page?: Page): Promise<NoteRow[]> {
  const query = startingAfter(page?.after, notes(db)).where('booking.member_id', '=', memberId)
  const rows = await (page ? query.limit(page.limit) : query).execute()
  return rows.map(toNoteRow)
}

export async function deleteNotesAbout(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .deleteFrom('session_note')
    .where('booking_id', 'in', (booking) =>
      booking.selectFrom('booking').where('member_id', '=', memberId).select('booking.id'),
    )
    .execute()
}

const notes = (db: Db) =>
  db
    .selectFrom('session_note')
    .innerJoin('booking', 'booking.id', 'session_note.booking_id')
    .select(['session_note.id', 'session_note.booking_id', 'session_note.is_shared', 'session_note.text'])
    .select(['session_note.written_at', 'booking.title', 'booking.starts_at'])
    .orderBy('session_note.written_at', 'desc')
    .orderBy('session_note.id', 'desc')

function startingAfter(after: Page['after'], query: ReturnType<typeof notes>): ReturnType<typeof notes> {
  if (!after) return query
  return query.where((where) =>
    where(where.refTuple('session_note.written_at', 'session_note.id'), '<', where.tuple(after.at, after.id)),
  )
}

function toNoteRow(row: Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>): NoteRow {
  return {
    id: row.id,
    bookingId: row.booking_id,
    title: row.title,
    startsAt: row.starts_at,
    isShared: row.is_shared,
    text: row.text,
    writtenAt: row.written_at,
  }
}
