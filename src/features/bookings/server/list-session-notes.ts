import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { listSessionNotes as contract } from '../contract/session-note.ts'
import { findAgendaBooking } from './agenda-store.ts'
import { listNotesAbout, listNotesOf } from './note-store.ts'
import { requireEntry } from './require-entry.ts'
import { showSessionNote } from './show-session-note.ts'

export async function listSessionNotes(
  { db, actor }: MemberContext,
  bookingId: string,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireEntry(db, actor.memberId)
  const booking = await findAgendaBooking(db, id, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  const rows = await listNotesOf(db, {
    authorId: actor.memberId,
    memberId: booking.memberId,
    limit: limit + 1,
    after: afterCursor(cursor),
  })
  return pageFrom(rows, limit, (row) => ({ at: row.writtenAt, id: row.id }), showSessionNote)
}

/** What all consultants have written of the sessions of the member, whom staff look after. */
export async function listNotesAboutMember(
  { db, actor }: MemberContext,
  { cursor, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const rows = await listNotesAbout(db, actor.memberId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, (row) => ({ at: row.writtenAt, id: row.id }), showSessionNote)
}
