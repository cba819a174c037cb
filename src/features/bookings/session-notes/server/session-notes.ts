import { notifyMember } from '#features/notifications/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAgendaBooking, lockAgendaBooking } from '../../agenda/server/store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { findMemberBooking } from '../../server/store.ts'
import type { listSessionNotes as contract, SessionNote, listSharedNotes as sharedNotesContract } from '../contract.ts'
import {
  deleteNote,
  insertNote,
  listConsultantNotes,
  listNotesAbout,
  listSharedNoteRows,
  type NoteRow,
} from './store.ts'

export async function listSessionNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireConsultant(db, actor.memberId)
  const booking = await findAgendaBooking(db, id, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const rows = await listConsultantNotes(db, {
    authorId: actor.memberId,
    consultantId: id,
    memberId: booking.memberId,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  return pageFrom(rows, limit, (row) => ({ at: row.writtenAt, id: row.id }), showSessionNote)
}

export async function listSharedNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: QueryOf<typeof sharedNotesContract>,
): Promise<ResponseOf<typeof sharedNotesContract>> {
  if (!(await findMemberBooking(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  const rows = await listSharedNoteRows(db, { bookingId, limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    (row) => ({ at: row.writtenAt, id: row.id }),
    ({ writtenAt, ...note }) => ({ ...note, writtenAt: writtenAt.toISOString() }),
  )
}

/** Lists all notes on the member's sessions, for staff. */
export async function listNotesAboutMember(
  { db, actor }: MemberContext,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const rows = await listNotesAbout(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, (row) => ({ at: row.writtenAt, id: row.id }), showSessionNote)
}

export async function deleteSessionNote({ db, actor }: MemberContext, noteId: string): Promise<null> {
  if (!(await deleteNote(db, actor.memberId, noteId))) throw new Refused('note-not-found')
  return null
}

/**
 * Notifies the member of shared notes only. Locks the booking first: the note is either written before an account
 * erasure and erased with the rest, or refused.
 */
export async function createSessionNote(
  context: MemberContext,
  bookingId: string,
  { text, isShared }: { text: string; isShared: boolean },
): Promise<SessionNote> {
  const { db, actor } = context
  const writtenAt = context.now()
  return db.transaction().execute(async (tx) => {
    const consultant = await requireConsultant(tx, actor.memberId)
    await lockAgendaBooking(tx, consultant.id, bookingId)
    // Read again after locking, since the session may have been cancelled or the account deleted meanwhile.
    const booking = await findAgendaBooking(tx, consultant.id, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    if (booking.memberName === null) throw new Refused('member-deleted')
    const { title, startsAt, memberId } = booking
    const id = await insertNote(tx, { bookingId, authorId: actor.memberId, isShared, text, writtenAt })
    if (isShared)
      await notifyMember(tx, context, {
        memberId,
        reason: `session-note:${id}`,
        title: `${consultant.displayName} has shared a note with you`,
        text: `It is about ${title}.`,
        path: `/portal/bookings/${bookingId}`,
      })
    return showSessionNote({ id, bookingId, title, startsAt, isShared, isByStaff: false, text, writtenAt })
  })
}

function showSessionNote({ startsAt, writtenAt, ...note }: NoteRow): SessionNote {
  return { ...note, startsAt: startsAt.toISOString(), writtenAt: writtenAt.toISOString() }
}
