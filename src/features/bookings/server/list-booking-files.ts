import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BookingFile, BookingFiles } from '../contract/booking-file.ts'
import { obstacleToChange } from '../rules/consequence.ts'
import { findAgendaBooking } from './agenda-store.ts'
import { findBookingOf, type StoredBooking } from './booking-store.ts'
import { listFilesOf } from './file-store.ts'
import { requireEntry } from './require-entry.ts'

export async function listBookingFiles({ db, actor, now }: MemberContext, bookingId: string): Promise<BookingFiles> {
  const booking = await findBookingOf(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  return showFiles(db, booking, now())
}

/** Of a session with the consultant who asks. */
export async function listSessionFiles({ db, actor }: MemberContext, bookingId: string): Promise<BookingFile[]> {
  const { id } = await requireEntry(db, actor.memberId)
  if (!(await findAgendaBooking(db, id, bookingId))) throw new Refused('booking-not-found')
  return describeFilesOf(db, bookingId)
}

/** As its member sees them. */
export async function showFiles(db: Db, booking: StoredBooking, now: Date): Promise<BookingFiles> {
  return { files: await describeFilesOf(db, booking.id), canChange: obstacleToChange(booking, now) === null }
}

async function describeFilesOf(db: Db, bookingId: string): Promise<BookingFile[]> {
  const rows = await listFilesOf(db, bookingId)
  const files = await describeFiles(
    db,
    rows.map(({ fileId }) => fileId),
  )
  return rows.flatMap(({ fileId, addedAt }) => {
    const file = files.get(fileId)
    return file ? [{ ...file, id: fileId, addedAt: addedAt.toISOString() }] : []
  })
}
