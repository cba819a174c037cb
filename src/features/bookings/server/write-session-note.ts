import { tellMember } from '#features/notifications/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { SessionNote } from '../contract/session-note.ts'
import { findAgendaBooking, lockAgendaBooking } from './agenda-store.ts'
import { insertNote } from './note-store.ts'
import { requireEntry } from './require-entry.ts'
import { showSessionNote } from './show-session-note.ts'

/** The member hears only of what is shared. */
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
    const { title, startsAt, memberId, memberName } = booking
    if (memberName === null) throw new Refused('member-has-left')
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
