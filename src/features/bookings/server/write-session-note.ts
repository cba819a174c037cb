import { tellMember } from '#features/notifications/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { SessionNote } from '../contract/session-note.ts'
import { findAgendaBooking, lockAgendaBooking } from './agenda-store.ts'
import { insertNote } from './note-store.ts'
import { requireEntry } from './require-entry.ts'
import { showSessionNote } from './show-session-note.ts'

/**
 * The member hears only of what is shared. Of whoever leaves at this moment nothing is written any more: their sessions
 * are held while they are erased, so that this is done before, and erased with the rest, or finds them gone.
 */
export async function writeSessionNote(
  context: MemberContext,
  bookingId: string,
  { text, isShared }: { text: string; isShared: boolean },
): Promise<SessionNote> {
  const { db, actor } = context
  const writtenAt = context.now()
  return db.transaction().execute(async (tx) => {
    const entry = await requireEntry(tx, actor.memberId)
    await lockAgendaBooking(tx, entry.id, bookingId)
    // Read behind the lock, for which whoever cancels it or deletes their account waits.
    const booking = await findAgendaBooking(tx, entry.id, bookingId)
    if (!booking) throw new Refused('booking-not-found')
    if (booking.memberName === null) throw new Refused('member-has-left')
    const { title, startsAt, memberId } = booking
    const id = await insertNote(tx, { bookingId, authorId: actor.memberId, isShared, text, writtenAt })
    if (isShared)
      await tellMember(tx, context, {
        memberId,
        reason: `note:${id}`,
        title: `${entry.displayName} has shared a note with you`,
        text: `It is about ${title}.`,
        path: `/portal/bookings/${bookingId}`,
      })
    return showSessionNote({ id, bookingId, title, startsAt, isShared, text, writtenAt })
  })
}
