import type { MemberContext } from '#platform/server/context.ts'
import { receiveFile } from '#platform/server/files/receive-file.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/stored-file.ts'
import type { BookingFiles } from '../contract/booking-file.ts'
import { freeNumber } from '../rules/booking-file.ts'
import { findBookingOf } from './booking-store.ts'
import { changeFiles, requireChangeable } from './change-files.ts'
import { type BookingFileRow, insertBookingFile, listFilesOf } from './file-store.ts'

/** It arrives and is looked at before anything is held: a transaction does not wait for a slow line. */
export async function addBookingFile(
  context: MemberContext,
  bookingId: string,
  { name, upload }: { name: string; upload: FileUpload },
): Promise<BookingFiles> {
  const { db, actor, now } = context
  requireChangeable(await findBookingOf(db, actor.memberId, bookingId), now())
  requirePlace(await listFilesOf(db, bookingId))
  await using file = await receiveFile(context, upload, name)
  return await changeFiles(context, bookingId, async (tx, files) => {
    const number = requirePlace(files)
    const fileId = await storeFile(tx, file, now())
    await insertBookingFile(tx, { bookingId, number, fileId, addedAt: now() })
  })
}

function requirePlace(files: BookingFileRow[]): number {
  const number = freeNumber(files.map((file) => file.number))
  if (number === undefined) throw new Refused('too-many-files')
  return number
}
