import '../../server/tables.ts'
import type { Insertable } from 'kysely'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export async function insertNote(tx: Db, note: Insertable<Tables['sessionNote']>): Promise<string> {
  const { id } = await tx.insertInto('sessionNote').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Lists the consultant's notes about a member, and staff notes on that member's sessions with the consultant, newest
 * first.
 */
export async function listConsultantNotes(
  db: Db,
  { authorId, consultantId, memberId }: { authorId: MemberId; consultantId: string; memberId: MemberId },
  page: Page,
) {
  const query = selectNotes(db)
    .where((where) =>
      where.or([
        where('sessionNote.authorId', '=', authorId),
        where.and([where('author.id', 'is', null), where('booking.consultantId', '=', consultantId)]),
      ]),
    )
    .where('booking.memberId', '=', memberId)
  return takeNewest(query, page).execute()
}

/** Lists only a session's shared notes, newest first. */
export async function listSharedNoteRows(db: Db, bookingId: string, page: Page) {
  const query = selectNotes(db).where('sessionNote.bookingId', '=', bookingId).where('sessionNote.isShared', '=', true)
  return takeNewest(query, page).select('author.displayName as author').execute()
}

/** @returns false if the note does not exist or was written by someone else */
export async function deleteNote(tx: Db, authorId: MemberId, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessionNote')
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Lists all notes on a member's sessions, newest first. Includes private notes, because they are about the member too.
 */
export async function listNotesAbout(db: Db, memberId: MemberId, page: Partial<Page> = {}) {
  return takeNewest(selectNotes(db).where('booking.memberId', '=', memberId), page).execute()
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
    // Administrators also write notes, when booking a session for a member. They have no consultant profile.
    .select((where) => where('author.id', 'is', null).$castTo<boolean>().as('isByStaff'))

const takeNewest = (query: ReturnType<typeof selectNotes>, page: Partial<Page>) =>
  takePage(query, ['sessionNote.writtenAt', 'sessionNote.id'], 'desc', page)
