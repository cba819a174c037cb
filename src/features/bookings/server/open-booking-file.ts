import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAgendaBooking } from './agenda-store.ts'
import { findBookingOf } from './booking-store.ts'
import { listFilesOf } from './file-store.ts'
import { requireEntry } from './require-entry.ts'

type Asked = { bookingId: string; fileId: string }

/** Of a session of the member who asks. */
export async function openBookingFile({ db, actor }: MemberContext, asked: Asked): Promise<LargeFileAnswer> {
  return openOneOf(db, await findBookingOf(db, actor.memberId, asked.bookingId), asked)
}

/** Of a session with the consultant who asks. */
export async function openSessionFile({ db, actor }: MemberContext, asked: Asked): Promise<LargeFileAnswer> {
  const { id } = await requireEntry(db, actor.memberId)
  return openOneOf(db, await findAgendaBooking(db, id, asked.bookingId), asked)
}

async function openOneOf(db: Db, booking: { id: string } | undefined, { fileId }: Asked): Promise<LargeFileAnswer> {
  const files = booking ? await listFilesOf(db, booking.id) : []
  if (!files.some((file) => file.fileId === fileId)) throw new Refused('file-not-found')
  return openFile(db, fileId)
}
