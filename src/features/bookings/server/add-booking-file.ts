import type { MemberContext } from '#platform/server/context.ts'
import { receiveFile } from '#platform/server/files/receive-file.ts'
import { sumSizes } from '#platform/server/files/store.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/stored-file.ts'
import type { BookingFiles } from '../contract/booking-file.ts'
import { filesCountedSince, freeNumber, isTooMuch } from '../rules/booking-file.ts'
import { findBookingOf } from './booking-store.ts'
import { changeFiles, requireChangeable } from './change-files.ts'
import { type BookingFileRow, insertBookingFile, listFileIdsSince, listFilesOf } from './file-store.ts'

/** Files for eight sessions, taken or not: each of them may be as large as 25 MB on its way. */
const IN_A_DAY: Limit = { name: 'booking-file', attempts: 40, seconds: 86_400 }

/** It arrives and is looked at before anything is held: a transaction does not wait for a slow line. */
export async function addBookingFile(
  context: MemberContext,
  bookingId: string,
  { name, upload }: { name: string; upload: FileUpload },
): Promise<BookingFiles> {
  const { db, actor, limits, now } = context
  requireChangeable(await findBookingOf(db, actor.memberId, bookingId), now())
  requirePlace(await listFilesOf(db, bookingId))
  if (await limits.isUsedUp(IN_A_DAY, actor.memberId)) throw new Refused('too-many-files-today')
  await limits.count(IN_A_DAY, actor.memberId)
  await using file = await receiveFile(context, upload, name)
  return await changeFiles(context, bookingId, async (tx, files) => {
    const number = requirePlace(files)
    const given = await listFileIdsSince(tx, actor.memberId, filesCountedSince(now()))
    if (isTooMuch((await sumSizes(tx, given)) + file.size)) throw new Refused('too-much-this-year')
    const fileId = await storeFile(tx, file, now())
    await insertBookingFile(tx, { bookingId, number, fileId, addedAt: now() })
  })
}

function requirePlace(files: BookingFileRow[]): number {
  const number = freeNumber(files.map((file) => file.number))
  if (number === undefined) throw new Refused('too-many-files')
  return number
}
