import { notifyMember } from '#features/notifications/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { BodyOf, QueryOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAgendaBooking, lockAgendaBooking } from '../../agenda/server/store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { findMemberBooking } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import { deleteNote, insertNote, listConsultantNotes, listNotesAbout, listSharedNoteRows } from './store.ts'

type PageOfNotes = QueryOf<typeof contract.listSessionNotes>

export async function listSessionNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: PageOfNotes,
) {
  const { id: consultantId } = await requireConsultant(db, actor.memberId)
  const booking = await findAgendaBooking(db, consultantId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const about = { authorId: actor.memberId, consultantId, memberId: booking.memberId }
  return showNotes(await listConsultantNotes(db, about, { limit: limit + 1, after: afterCursor(cursor) }), limit)
}

export async function listSharedNotes({ db, actor }: MemberContext, bookingId: string, { cursor, limit }: PageOfNotes) {
  if (!(await findMemberBooking(db, actor.memberId, bookingId))) throw new Refused('booking-not-found')
  return showNotes(await listSharedNoteRows(db, bookingId, { limit: limit + 1, after: afterCursor(cursor) }), limit)
}

/** Lists all notes on the member's sessions, for staff. */
export async function listNotesAboutMember({ db, actor }: MemberContext, { cursor, limit }: PageOfNotes) {
  return showNotes(await listNotesAbout(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) }), limit)
}

export async function deleteSessionNote({ db, actor }: MemberContext, noteId: string): Promise<null> {
  if (!(await deleteNote(db, actor.memberId, noteId))) throw new Refused('note-not-found')
  return null
}

/**
 * Notifies the member if the note is shared. Locks the booking first, so that if the account is being erased, the note
 * is either saved beforehand and erased too, or refused.
 */
export async function createSessionNote(
  context: MemberContext,
  bookingId: string,
  { text, isShared }: BodyOf<typeof contract.createSessionNote>,
): Promise<contract.SessionNote> {
  const { db, actor } = context
  const writtenAt = context.now()
  return db.transaction().execute(async (tx) => {
    const consultant = await requireConsultant(tx, actor.memberId)
    await lockAgendaBooking(tx, consultant.id, bookingId)
    // Read again after locking, because the session may have been cancelled or the account deleted in the meantime.
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
        text: `It’s about your session “${title}”.`,
        path: `/portal/bookings/${bookingId}`,
      })
    return showNote({ id, bookingId, title, startsAt, isShared, isByStaff: false, text, writtenAt })
  })
}

function showNotes<Row extends { id: string; startsAt: Date; writtenAt: Date }>(rows: Row[], limit: number) {
  return pageFrom(rows, limit, ({ writtenAt, id }) => ({ at: writtenAt, id }), showNote)
}

function showNote<Row extends { startsAt: Date; writtenAt: Date }>({ startsAt, writtenAt, ...note }: Row) {
  return { ...note, startsAt: startsAt.toISOString(), writtenAt: writtenAt.toISOString() }
}
