import '../../server/tables.ts'
import type { InferResult } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type NoteRow = {
  id: string
  bookingId: string
  title: string
  startsAt: Date
  isShared: boolean
  isByStaff: boolean
  text: string
  writtenAt: Date
}

export async function insertNote(
  tx: Db,
  note: { bookingId: string; authorId: MemberId; isShared: boolean; text: string; writtenAt: Date },
): Promise<string> {
  const { id } = await tx.insertInto('sessionNote').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Lists the consultant's notes on one member, and staff notes on sessions with this consultant, newest first. */
export async function listConsultantNotes(
  db: Db,
  {
    authorId,
    consultantId,
    memberId,
    ...page
  }: Page & { authorId: MemberId; consultantId: string; memberId: MemberId },
): Promise<NoteRow[]> {
  const query = selectNotes(db)
    .where((where) =>
      where.or([
        where('sessionNote.authorId', '=', authorId),
        where.and([where('author.id', 'is', null), where('booking.consultantId', '=', consultantId)]),
      ]),
    )
    .where('booking.memberId', '=', memberId)
  return (await takeNewest(query, page).execute()).map(toNoteRow)
}

/** Lists only the shared notes of one session, newest first. */
export async function listSharedNoteRows(
  db: Db,
  { bookingId, ...page }: Page & { bookingId: string },
): Promise<{ id: string; author: string | null; text: string; writtenAt: Date }[]> {
  const query = selectNotes(db).where('sessionNote.bookingId', '=', bookingId).where('sessionNote.isShared', '=', true)
  const rows = await takeNewest(query, page).select('author.displayName').execute()
  return rows.map(({ id, displayName: author, text, writtenAt }) => ({ id, author, text, writtenAt }))
}

/** @returns false if the note does not exist or has another author */
export async function deleteNote(tx: Db, authorId: MemberId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessionNote')
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists all notes on a member's sessions, newest first, with private ones: they are about the member too. */
export async function listNotesAbout(db: Db, memberId: MemberId, page: Partial<Page> = {}): Promise<NoteRow[]> {
  const query = selectNotes(db).where('booking.memberId', '=', memberId)
  return (await takeNewest(query, page).execute()).map(toNoteRow)
}

export async function deleteNotesAbout(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .deleteFrom('sessionNote')
    .where('bookingId', 'in', (booking) =>
      booking.selectFrom('booking').where('memberId', '=', memberId).select('booking.id'),
    )
    .execute()
}

const selectNotes = (db: Db) =>
  db
    .selectFrom('sessionNote')
    .innerJoin('booking', 'booking.id', 'sessionNote.bookingId')
    .leftJoin('consultant as author', 'author.accountId', 'sessionNote.authorId')
    .select(['sessionNote.id', 'sessionNote.bookingId', 'sessionNote.isShared'])
    .select(['sessionNote.text', 'sessionNote.writtenAt'])
    .select(['booking.title', 'booking.startsAt'])
    .select('author.id as authorConsultantId')

const takeNewest = (query: ReturnType<typeof selectNotes>, page: Partial<Page>) =>
  takePage(query, ['sessionNote.writtenAt', 'sessionNote.id'], 'desc', page)

type NoteQueryRow = InferResult<ReturnType<typeof selectNotes>>[number]

/** Administrators write notes too, for a session that they book for a member. They have no consultant profile. */
function toNoteRow({ authorConsultantId, ...note }: NoteQueryRow): NoteRow {
  return { ...note, isByStaff: authorConsultantId === null }
}
