import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findAgendaBooking } from './agenda-store.ts'
import { findBookingOf } from './booking-store.ts'
import { listFilesOf } from './file-store.ts'
import { requireEntry } from './require-entry.ts'

type Asked = { bookingId: string; fileId: string }

/** Of a session of the member who asks. */
export async function openBookingFile(context: MemberContext, asked: Asked): Promise<LargeFileAnswer> {
  const { db, actor } = context
  return openOneOf(context, await findBookingOf(db, actor.memberId, asked.bookingId), asked)
}

/** Of a session with the consultant who asks. */
export async function openSessionFile(context: MemberContext, asked: Asked): Promise<LargeFileAnswer> {
  const { db, actor } = context
  const { id } = await requireEntry(db, actor.memberId)
  return openOneOf(context, await findAgendaBooking(db, id, asked.bookingId), asked)
}

async function openOneOf(context: MemberContext, booking: { id: string } | undefined, { fileId }: Asked) {
  const files = booking ? await listFilesOf(context.db, booking.id) : []
  if (!files.some((file) => file.fileId === fileId)) throw new Refused('file-not-found')
  return openFile(context, fileId)
}
