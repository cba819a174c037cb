import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BookingFiles } from '../contract/booking-file.ts'
import { obstacleToChange } from '../rules/consequence.ts'
import { findBookingOf, lockBooking, type StoredBooking } from './booking-store.ts'
import { type BookingFileRow, listFilesOf } from './file-store.ts'
import { showFiles } from './list-booking-files.ts'
import { lockMember } from './lock-store.ts'

/** A change of the member's to the files of their sessions: one after the other, until the session begins. */
export async function changeFiles(
  { db, actor, now }: MemberContext,
  bookingId: string,
  change: (tx: Db, files: BookingFileRow[]) => Promise<void>,
): Promise<BookingFiles> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    requireChangeable(await findBookingOf(tx, actor.memberId, bookingId), now())
    const booking = await lockBooking(tx, bookingId)
    // It may have been cancelled while this waited.
    requireChangeable(booking, now())
    await change(tx, await listFilesOf(tx, bookingId))
    return showFiles(tx, booking, now())
  })
}

/** @throws Refused with what stands in the way */
export function requireChangeable(booking: StoredBooking | undefined, now: Date): void {
  if (!booking) throw new Refused('booking-not-found')
  const obstacle = obstacleToChange(booking, now)
  if (obstacle) throw new Refused(obstacle)
}
